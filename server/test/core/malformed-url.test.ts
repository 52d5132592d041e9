import { describe, expect, it } from 'vitest'
import { limits } from '../../src/core/config/limits.ts'
import { send, startTestService } from '../harness.ts'
import { errorsLoggedBy } from '../logged-errors.ts'
import { platformError } from '../merchant.ts'

/**
 * A URL that can't be decoded or has a path segment that is too long fails before all hooks and routes, where an
 * exception would end the process. Sent over a socket, because HTTP clients would encode it.
 */
const { app } = await startTestService()
const loggedErrors = errorsLoggedBy(app)
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const { body: document } = await send(app, 'GET', '/openapi.json')
const paths = Object.keys(document.paths as Record<string, unknown>)

const PAGES = [
  '/{page}',
  '/join/{slug}',
  '/join/{slug}/thanks',
  '/partner/{page}',
  '/assets/{file}',
  '/programs/{page}',
  '/docs/{file}',
]
const PARAMETER = /\{\w+\}/g

/** Each parameter in each URL, as the text before and after it. */
const places = [...paths, ...PAGES].flatMap((path) =>
  [...path.matchAll(PARAMETER)].map(({ 0: name, index }) => ({
    before: path.slice(0, index).replaceAll(PARAMETER, '1'),
    after: path.slice(index + name.length).replaceAll(PARAMETER, '1'),
  })),
)
const UNREADABLE = ['%', '%f', '%ff', '%zz', 'a%ff?x=1', '%c0%af', '%ed%a0%80', `%ff${'a'.repeat(200)}`]

it('covers every route with a parameter', () => {
  expect(places.length).toBeGreaterThan(paths.filter((path) => path.includes('{')).length)
  expect(places.length).toBeGreaterThan(80)
})

describe.each(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])('%s', (method) => {
  it('returns 400 invalid_request for a URL that cannot be decoded, and the service continues (D2)', async () => {
    const unexpected: string[] = []
    const paths = places.map(({ before, after }) => `${before}%ff${after}`)
    for (const path of [...paths, ...UNREADABLE.map((unreadable) => `/join/${unreadable}`)]) {
      const response = await fetch(`${origin}${path}`, { method })
      const text = await response.text()
      const isRejected = response.status === 400 && response.headers.get('x-request-id') !== null
      if (!isRejected || (method !== 'HEAD' && !text.includes('"code":"invalid_request"'))) {
        unexpected.push(`${path}: ${response.status} ${text}`)
      }
    }
    expect(unexpected).toEqual([])
  })
})

it.each([
  ['an invalid encoding', '/join/%ff'],
  ['a segment that is too long', `/join/${'a'.repeat(limits.maxUrlLength + 1)}`],
])('logs %s and returns the platform error format with the request id (D2)', async (_, path) => {
  const response = await fetch(`${origin}${path}`)
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toEqual({
    status: 400,
    body: platformError(400, 'invalid_request'),
  })
  expect(body).toMatchObject({ error: { message: expect.stringContaining('The URL is malformed') } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-content-type-options': 'nosniff',
  })
})

it('logs no service error for any of these requests', () => {
  expect(loggedErrors).toEqual([])
})
