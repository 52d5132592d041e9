import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BROWSER, startTestService } from '../../server/test/harness.ts'
import { openShop } from '../../server/test/merchant.ts'
import {
  createTrackingProxy,
  fastifyProxy,
  nodeHandler,
  type TrackingProxyOptions,
} from '../src/tracking-proxy.ts'
import { startProxy } from './proxy.ts'

const service = await startTestService()
const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // safe because it listens on a port
}

/**
 * Serves the proxy with each framework, as the README shows. Returns the shop's origin. Next.js and Cloudflare Workers
 * are tested in `frameworks.slow.test.ts`.
 */
const FRAMEWORKS: Record<string, (options: TrackingProxyOptions) => Promise<string>> = {
  'Node’s HTTP server': async (options) => {
    const proxy = createTrackingProxy(options)
    return listen((request, response) => void nodeHandler(proxy)(request, response))
  },
  Express: async (options) => {
    const app = express()
    app.use(express.json())
    app.use('/affiliate', nodeHandler(createTrackingProxy(options)))
    return listen(app)
  },
  Fastify: async (options) => {
    const app = Fastify()
    await app.register(fastifyProxy(createTrackingProxy(options)))
    onTestFinished(() => app.close())
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
  Hono: async (options) => {
    const app = new Hono()
    const proxy = createTrackingProxy(options)
    app.all('/affiliate/*', (c) => proxy(c.req.raw))
    const callHono = (request: Request) => Promise.resolve(app.fetch(request))
    return listen((request, response) => void nodeHandler(callHono)(request, response))
  },
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the parts of the response that they read
const readJson = (response: Response) => response.json() as Promise<any>

const post = (origin: string, path: string, body: unknown, type = 'text/plain;charset=UTF-8') =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'user-agent': BROWSER,
      'sec-fetch-site': 'same-origin',
      authorization: 'Bearer a',
      cookie: 'session=1',
    },
    body: JSON.stringify(body),
  })

describe.each(Object.entries(FRAMEWORKS))('the proxy with %s', (_name, start) => {
  it.each(['text/plain;charset=UTF-8', 'application/json'])(
    'records a click sent as %s and sets the cookie',
    async (type) => {
      const shop = await openShop(service)
      const origin = await start({ baseUrl })
      const response = await post(origin, '/affiliate/api/v1/track/click', { affiliate_url: shop.url }, type)
      const body = await readJson(response)
      expect(body).toMatchObject({ success: true, partner_code: shop.program.code })
      expect(response.headers.getSetCookie()).toEqual([
        `service_click_id=${body.click_id}; Path=/; Max-Age=${60 * 86_400}; SameSite=Lax`,
      ])
      expect(await shop.rows('click_events')).toMatchObject([{ capture_method: 1 }])
    },
  )

  it('serves the tracker with its cache headers', async () => {
    const origin = await start({ baseUrl })
    const script = await fetch(`${origin}/affiliate/js/tracker.js`)
    expect(await script.text()).toContain('service_click_id')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const headers = { 'if-none-match': script.headers.get('etag') ?? '' }
    expect((await fetch(`${origin}/affiliate/js/tracker.js`, { headers })).status).toBe(304)
  })

  it.each([
    ['GET', '/affiliate/api/v1/track/click'],
    ['POST', '/affiliate/api/v1/track/sale'],
    ['POST', '/affiliate/api/v1/track/click/../../../../api/programs'],
    ['POST', '/affiliate/api/auth/sign-in/email'],
    ['GET', '/affiliate/js/..%2f..%2fopenapi.json'],
    ['GET', '/affiliate/openapi.json'],
  ])('returns 404 for %s %s', async (method, path) => {
    const origin = await start({ baseUrl })
    const body = method === 'POST' ? { body: '{}' } : {}
    expect((await fetch(`${origin}${path}`, { method, ...body })).status).toBe(404)
  })

  it('rejects a body that is too large', async () => {
    const origin = await start({ baseUrl })
    const response = await post(origin, '/affiliate/api/v1/track/click', {
      affiliate_url: 'x'.repeat(70_000),
    })
    expect(response.status).toBe(413)
  })
})

describe('the proxy', () => {
  it('keeps a browser signup provisional and forwards the visitor’s address, but no key or cookie', async () => {
    const shop = await openShop(service)
    const upstream = await startProxy(baseUrl)
    const proxy = createTrackingProxy({ baseUrl: upstream.url })
    const origin = await listen((request, response) => void nodeHandler(proxy)(request, response))
    const click = await readJson(
      await post(origin, '/affiliate/api/v1/track/click', { affiliate_url: shop.url }),
    )
    const lead = { click_id: click.click_id, customer_key: 'cus-1' }
    const response = await post(origin, '/affiliate/api/v1/track/lead', lead)
    expect(await response.json()).toMatchObject({ success: true, provisional: true })
    expect(
      upstream.seen.map(({ url, headers }) => [
        url,
        headers.authorization,
        headers.cookie,
        headers['x-forwarded-for'],
      ]),
    ).toEqual([
      ['/api/v1/track/click', undefined, undefined, '127.0.0.1'],
      ['/api/v1/track/lead', undefined, undefined, '127.0.0.1'],
    ])
  })

  it('sets a secure cookie on its domain for a site with HTTPS, and none for a click that doesn’t count', async () => {
    const shop = await openShop(service)
    const proxy = createTrackingProxy({ baseUrl, path: '/a/', cookieDomain: 'shop.example' })
    const send = (affiliate_url: string) =>
      proxy(
        new Request('https://www.shop.example/a/api/v1/track/click', {
          method: 'POST',
          body: JSON.stringify({ affiliate_url }),
        }),
      )
    expect((await send(shop.url)).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^service_click_id=[\w-]+; Path=\/; Domain=shop.example; .*; Secure$/),
    ])
    expect((await send('https://shop.example/?aff=unknown')).headers.getSetCookie()).toEqual([])
  })

  it('accepts the slash that some sites add to every path', async () => {
    const shop = await openShop(service)
    const proxy = createTrackingProxy({ baseUrl })
    const origin = await listen((request, response) => void nodeHandler(proxy)(request, response))
    const response = await post(origin, '/affiliate/api/v1/track/click/', { affiliate_url: shop.url })
    expect(await response.json()).toMatchObject({ success: true })
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  it.each([
    ['the header', '203.0.113.7', '203.0.113.7'],
    ['the last address, because visitors can send the others', '192.0.2.1, 203.0.113.7', '203.0.113.7'],
    ['the connection without the header', undefined, '127.0.0.1'],
    ['the connection if the header is empty', '', '127.0.0.1'],
  ])('takes the visitor’s address from %s', async (_name, sent, expected) => {
    const upstream = await startProxy(baseUrl)
    const proxy = createTrackingProxy({ baseUrl: upstream.url, ipHeader: 'X-Visitor' })
    const origin = await listen((request, response) => void nodeHandler(proxy)(request, response))
    await fetch(`${origin}/affiliate/js/tracker.js`, {
      headers: { 'x-forwarded-for': '192.0.2.2', ...(sent === undefined ? {} : { 'x-visitor': sent }) },
    })
    expect(upstream.seen.map(({ headers }) => headers['x-forwarded-for'])).toEqual([expected])
  })

  it('returns 502 if the service doesn’t respond, so that the tracker sends the click again', async () => {
    const proxy = createTrackingProxy({ baseUrl: 'http://127.0.0.1:9' })
    const request = new Request('https://shop.example/affiliate/api/v1/track/click', {
      method: 'POST',
      body: '{}',
    })
    const response = await proxy(request)
    expect([response.status, (await readJson(response)).error.code]).toEqual([502, 'unreachable'])
  })
})
