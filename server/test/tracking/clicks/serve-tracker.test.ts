import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { pickEncoding } from '../../../src/tracking/clicks/serve-tracker.route.ts'
import { startTestService, type TestService } from '../../harness.ts'

const BUDGET_BYTES = 1300

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return service.app.inject({ method, url, headers })
}

async function versionedPath(): Promise<string> {
  return String((await get('/js/tracker.js')).headers['content-location'])
}

describe('GET /js/tracker.js', () => {
  test('is at most 1,300 bytes gzipped', async () => {
    const { rawPayload } = await get('/js/tracker.js')
    expect(gzipSync(rawPayload, { level: 9 }).length).toBeLessThanOrEqual(BUDGET_BYTES)
    const gzipped = await get('/js/tracker.js', { 'accept-encoding': 'gzip' })
    expect(gzipped.rawPayload.length).toBeLessThanOrEqual(BUDGET_BYTES)
  })

  test('is one classic script that defines only window.affiliate', async () => {
    const { body } = await get('/js/tracker.js')
    const document = { URL: 'https://shop.test/', currentScript: { src: 'https://t.test/js/tracker.js' } }
    const window: { affiliate?: object } = {}
    const navigator = {}
    new Function('document', 'window', 'navigator', body)(document, window, navigator)
    expect(Object.keys(window)).toEqual(['affiliate'])
    expect(Object.keys(window.affiliate ?? {}).sort()).toEqual(['clickId', 'consent', 'page', 'signup'])
  })

  test('can be loaded by pages from any origin, but only as a script', async () => {
    const { statusCode, headers } = await get('/js/tracker.js')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
  })

  test('has the same content with brotli, with gzip and uncompressed', async () => {
    const uncompressed = await get('/js/tracker.js')
    const gzipped = await get('/js/tracker.js', { 'accept-encoding': 'gzip, deflate' })
    const brotli = await get('/js/tracker.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(uncompressed.headers['content-encoding']).toBeUndefined()
    expect(gzipped.headers['content-encoding']).toBe('gzip')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gunzipSync(gzipped.rawPayload)).toEqual(uncompressed.rawPayload)
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(uncompressed.rawPayload)
    expect(new Set([uncompressed, gzipped, brotli].map(({ headers }) => headers.etag)).size).toBe(3)
  })

  test('is cached for minutes, then revalidated by its ETag', async () => {
    const first = await get('/js/tracker.js')
    expect(first.headers['cache-control']).toBe('public, max-age=600, stale-while-revalidate=86400')
    const etag = String(first.headers.etag)
    for (const tag of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      const revalidation = await get('/js/tracker.js', { 'if-none-match': tag })
      expect(revalidation.statusCode, tag).toBe(304)
      expect(revalidation.rawPayload.length).toBe(0)
      expect(revalidation.headers).toMatchObject({ etag, 'cache-control': first.headers['cache-control'] })
    }
    expect((await get('/js/tracker.js', { 'if-none-match': '"another"' })).statusCode).toBe(200)
  })

  test('responds to HEAD with the same headers as GET and no body', async () => {
    const head = await get('/js/tracker.js', {}, 'HEAD')
    const { headers } = await get('/js/tracker.js')
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload.length).toBe(0)
    expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': headers['content-length'] })
  })
})

describe('GET /js/tracker-<hash>.js', () => {
  test('is the same script, cached for a year', async () => {
    const path = await versionedPath()
    expect(path).toMatch(/^\/js\/tracker-[0-9a-f]{16}\.js$/)
    const versioned = await get(path)
    expect(versioned.rawPayload).toEqual((await get('/js/tracker.js')).rawPayload)
    expect(versioned.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('returns the current version for another hash, without caching it for a year', async () => {
    const other = await get('/js/tracker-0123456789abcdef.js')
    expect(other.statusCode).toBe(200)
    expect(other.rawPayload).toEqual((await get('/js/tracker.js')).rawPayload)
    expect(other.headers['cache-control']).not.toContain('immutable')
  })

  test.each(['/js/tracker-.js', '/js/tracker-0123.js', '/js/tracker-0123456789ABCDEF.js', '/js/tracker'])(
    'returns 404 for %s',
    async (url) => {
      const response = await get(url)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ data: null, error: { code: 'not_found' } })
    },
  )
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['BR', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', 'identity'],
  ['br;q=0.001', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['deflate, zstd', 'identity'],
  [' gzip ; q=0.5 ,, ;', 'gzip'],
] as const)('the tracker sent for the accept-encoding %j is encoded as %s', (header, encoding) => {
  expect(pickEncoding(header)).toBe(encoding)
})
