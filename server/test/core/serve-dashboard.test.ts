import { describe, expect, test } from 'vitest'
import { send, startTestService } from '../harness.ts'

const { app } = await startTestService()
const visit = (url: string) => send(app, 'GET', url, { headers: { accept: 'text/html,*/*;q=0.8' } })

// The dashboard may not be built, so both responses are accepted.
describe('the dashboard at /', () => {
  test.each([
    '/',
    '/sign-in',
    '/forgot-password',
    '/reset-password',
    '/account',
    '/programs/1/overview?period=7d',
    '/invitations/abc',
  ])('serves its page for %s, which runs only our own scripts, or explains how to build it', async (url) => {
    const { status, headers, text } = await visit(url)
    if (status === 503) return expect(text).toContain('npm ci --include=dev\nnpm run build')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(text).not.toMatch(/<script(?![^>]* src=)/)
  })

  test('returns 404 for an unknown path: a page for browsers and JSON for other clients (D2)', async () => {
    const person = await visit('/programms')
    expect(person.headers['content-type']).toMatch(/^text\//)
    if (person.status !== 503) expect(person.status).toBe(404)
    const client = await send(app, 'GET', '/programms')
    expect([client.status, client.body.error.code]).toEqual([404, 'not_found'])
  })

  test('returns JSON to all clients for an unknown path below /api (D2)', async () => {
    const { status, body } = await visit('/api/programms')
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })

  test.each([
    '/assets/nothing.js',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/',
  ])('serves only built files: %s', async (url) => {
    const { status, text } = await send(app, 'GET', url)
    expect([403, 404]).toContain(status)
    expect(text).not.toContain('"name": "affiliate')
  })
})
