import { describe, expect, it } from 'vitest'
import { limits } from '../../src/core/config/limits.ts'
import { send, startTestService } from '../harness.ts'
import { errorsLoggedBy } from '../logged-errors.ts'
import { platformError } from '../merchant.ts'

/**
 * An address that cannot be decoded, or of which a part is longer than any may be, fails before every hook and route of
 * the service, where what throws ends the process. It is asked for over a socket, as anybody can.
 */
const { app } = await startTestService()
const logged = errorsLoggedBy(app)
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

/** Each place of each address at which something of the caller's stands: what is before it, and what after. */
const places = [...paths, ...PAGES].flatMap((path) =>
  [...path.matchAll(PARAMETER)].map(({ 0: name, index }) => ({
    before: path.slice(0, index).replaceAll(PARAMETER, '1'),
    after: path.slice(index + name.length).replaceAll(PARAMETER, '1'),
  })),
)
const UNREADABLE = ['%', '%f', '%ff', '%zz', 'a%ff?x=1', '%c0%af', '%ed%a0%80', `%ff${'a'.repeat(200)}`]

it('every route with a parameter is among those that are tried', () => {
  expect(places.length).toBeGreaterThan(paths.filter((path) => path.includes('{')).length)
  expect(places.length).toBeGreaterThan(80)
})

describe.each(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])('%s', (method) => {
  it('of an address that cannot be decoded is 400 invalid_request, and the service goes on (D2)', async () => {
    const wrong: string[] = []
    const paths = places.map(({ before, after }) => `${before}%ff${after}`)
    for (const path of [...paths, ...UNREADABLE.map((unreadable) => `/join/${unreadable}`)]) {
      const answer = await fetch(`${origin}${path}`, { method })
      const text = await answer.text()
      const isRefused = answer.status === 400 && answer.headers.get('x-request-id') !== null
      if (!isRefused || (method !== 'HEAD' && !text.includes('"code":"invalid_request"'))) {
        wrong.push(`${path}: ${answer.status} ${text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

it.each([
  ['what is not an encoding', '/join/%ff'],
  ['a part that is too long', `/join/${'a'.repeat(limits.urlChars + 1)}`],
])('%s is said in the platform envelope, under the number of the call (D2)', async (_, path) => {
  const answer = await fetch(`${origin}${path}`)
  const body: unknown = await answer.json()
  expect({ status: answer.status, body }).toEqual({
    status: 400,
    body: platformError(400, 'invalid_request'),
  })
  expect(body).toMatchObject({ error: { message: expect.stringContaining('The URL is malformed') } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-content-type-options': 'nosniff',
  })
})

it('nothing of this was an error of the service', () => {
  expect(logged).toEqual([])
})
