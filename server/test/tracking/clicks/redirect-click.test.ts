import { describe, expect, it } from 'vitest'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { readSentClickFields } from './stored-clicks.ts'

const service = await startTestService()
const { app, clock, database } = service
const { kysely } = database

const NOW = '2026-03-10T12:00:00.000Z'
const SITE = 'https://www.shop.example/start?about'

async function open(siteUrl: string | null = SITE) {
  clock.set(NOW)
  const shop = await openShop(service)
  await kysely.updateTable('programs').set({ site_url: siteUrl }).where('id', '=', shop.program.id).execute()
  return shop
}

const follow = (
  { program }: Shop,
  { query = '', ...options }: { query?: string; headers?: Record<string, string>; host?: string } = {},
) => send(app, 'GET', `/r/${program.code}${query}`, options)

/** The click ID in the URL that a response redirects to. */
const clickIdIn = (location: unknown) => new URL(String(location)).searchParams.get('service_click_id')

const countClicks = async (shop: Shop) => (await shop.rows('click_events')).length

describe('a redirect link', () => {
  it('records the click with the request’s details, then redirects with its click ID', async () => {
    const shop = await open()
    const headers = { referer: 'https://blog.example/post', 'accept-language': 'de-AT,de;q=0.9' }
    const response = await follow(shop, { query: '?sub=summer', headers })
    expect(response.status).toBe(302)
    expect(response.headers['cache-control']).toBe('no-store')
    const { location } = response.headers
    expect(location).toMatch(
      new RegExp(
        `^https://www.shop.example/start\\?about&sub=summer&aff=${shop.program.code}&service_click_id=[\\w-]+$`,
      ),
    )
    expect(await readSentClickFields(kysely, shop.program.id)).toMatchObject([
      {
        referrer_url: 'https://blog.example/post',
        language: 'de-AT',
        is_test: false,
        // The page that the visitor sees, without the click ID.
        page_url: 'https://www.shop.example/start?about&sub=summer',
      },
    ])
    expect(await shop.rows('click_events')).toMatchObject([{ capture_method: 2 }])
    expect(await shop.stats()).toEqual([{ day: '2026-03-10', currency: 'XXX', clicks: 1 }])
    await shop.verify()
  })

  it('counts once, because the page’s tracker gets the same click ID from the URL', async () => {
    const shop = await open()
    const { location } = (await follow(shop)).headers
    const response = await shop.click({ affiliate_url: location })
    expect(response.body).toMatchObject({
      success: true,
      click_id: clickIdIn(location),
      cookie_window_days: 60,
    })
    expect(await countClicks(shop)).toBe(1)
  })

  it('counts once for its own partner if the requested page has another partner’s code', async () => {
    const shop = await open()
    const rival = await createTestPartner(service, shop.program)
    const page = encodeURIComponent(
      `https://www.shop.example/landing?aff=${rival.code}&b=1#/plans?ref=${rival.code}`,
    )
    const { location } = (await follow(shop, { query: `?url=${page}&via=${rival.code}` })).headers
    expect(location).toBe(
      `https://www.shop.example/landing?b=1&aff=${shop.program.code}&service_click_id=${clickIdIn(location)}#/plans`,
    )
    const { body } = await shop.click({ affiliate_url: location })
    expect(body).toMatchObject({ click_id: clickIdIn(location), partner_code: shop.program.code })
    expect(await countClicks(shop)).toBe(1)
    await shop.verify()
  })

  it('leads to the requested page on the site, and never to another site', async () => {
    const shop = await open()
    const locate = async (url: string) =>
      (await follow(shop, { query: `?url=${encodeURIComponent(url)}` })).headers.location
    expect(await locate('https://shop.example/pricing?a=1#plans')).toMatch(
      /^https:\/\/shop.example\/pricing\?a=1&aff=[^#]+#plans$/,
    )
    expect(await locate('https://evil.example/')).toMatch(/^https:\/\/www.shop.example\/start\?about&aff=/)
    expect(await locate(`https://shop.example/${'x'.repeat(9_000)}`)).toMatch(
      /^https:\/\/www.shop.example\/start/,
    )
  })

  it.each([
    ['a link preview', { 'user-agent': 'facebookexternalhit/1.1' }],
    ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['a request without a user agent', { 'user-agent': '' }],
  ])('redirects without counting %s', async (_title, headers) => {
    const shop = await open()
    const response = await follow(shop, { headers })
    expect([response.status, response.headers.location]).toEqual([302, SITE])
    expect(await countClicks(shop)).toBe(0)
  })

  it('doesn’t count HEAD requests', async () => {
    const shop = await open()
    const response = await app.inject({ method: 'HEAD', url: `/r/${shop.program.code}` })
    expect([response.statusCode, response.headers.location]).toEqual([302, SITE])
    expect(await countClicks(shop)).toBe(0)
  })

  it.each(['prefetch', 'prefetch;prerender'])(
    'rejects a browser’s %s, so that the browser sends a new request on the click',
    async (purpose) => {
      const shop = await open()
      expect((await follow(shop, { headers: { 'sec-purpose': purpose } })).status).toBe(503)
      expect(await countClicks(shop)).toBe(0)
    },
  )

  it('leads to the site without a click if the link or the program is not active', async () => {
    const shop = await open()
    await shop.change({ status: 'paused' })
    const response = await follow(shop)
    expect([response.status, response.headers.location]).toEqual([302, SITE])
    expect(await countClicks(shop)).toBe(0)
  })

  it('returns 404 for an unknown code and for a program without a site', async () => {
    const unknown = await send(app, 'GET', '/r/no-such-code')
    expect([unknown.status, unknown.text]).toEqual([404, 'There is no partner link at this address.\n'])
    const shop = await open(null)
    const response = await follow(shop)
    expect([response.status, response.text]).toEqual([
      404,
      'This link leads nowhere yet, because its program has no site URL.\n',
    ])
  })

  it('finds the code in any case and with punctuation', async () => {
    const shop = await open()
    const response = await send(app, 'GET', `/r/${shop.program.code.toUpperCase()}.`)
    expect(response.headers.location).toContain(`aff=${shop.program.code}&`)
  })

  it('counts as a reload with the cookie of a click on the same link, and as a new click with the cookie of a click on another link', async () => {
    const shop = await open()
    const rivalPartner = await createTestPartner(service, shop.program)
    const first = clickIdIn((await follow(shop)).headers.location)
    const headers = { cookie: `a=b; service_click_id=${first}` }
    expect(clickIdIn((await follow(shop, { headers })).headers.location)).toBe(first)
    const other = await send(app, 'GET', `/r/${rivalPartner.code}`, { headers })
    expect(clickIdIn(other.headers.location)).not.toBe(first)
    expect(await countClicks(shop)).toBe(2)
  })

  it('sets the cookie only on one of the site’s subdomains', async () => {
    const shop = await open()
    const on = async (host: string) => (await follow(shop, { headers: { host } })).headers
    const { location, 'set-cookie': cookie } = await on('go.shop.example')
    expect(cookie).toBe(
      `service_click_id=${clickIdIn(location)}; Path=/; Domain=shop.example; Max-Age=${60 * 86_400}; SameSite=Lax`,
    )
    for (const host of ['track.example.com', 'shop.example.evil.example', 'notshop.example'])
      expect((await on(host))['set-cookie'], host).toBeUndefined()
  })
})

describe('a redirect domain', () => {
  const setDomain = async ({ program }: Shop, redirectDomain: string | null) =>
    send(app, 'PATCH', `/api/programs/${program.id}`, {
      bearer: await signInMember(service, program),
      body: { redirectDomain },
    })
  const visit = async (host: string, code: string) => {
    const { status, headers } = await send(app, 'GET', `/r/${code}`, { headers: { host } })
    return status === 302 ? new URL(String(headers.location)).origin : status
  }

  it('redirects only its own program’s links', async () => {
    const shop = await open()
    const other = await open('https://other.example/')
    const saved = await setDomain(shop, 'https://Go-1.shop.example/')
    expect([saved.status, saved.body.data?.redirectDomain], saved.text).toEqual([200, 'go-1.shop.example'])
    const [code, otherCode] = [shop.program.code, other.program.code]
    expect(await visit('go-1.shop.example', code)).toBe('https://www.shop.example')
    expect(await visit('go-1.shop.example', otherCode)).toBe(404)
    expect(await visit('go-2.shop.example', otherCode)).toBe('https://other.example')
    expect(await countClicks(other)).toBe(1)
    await shop.verify()
  })

  it('belongs to one program until that program releases it', async () => {
    const [shop, other] = [await open(), await open()]
    expect((await setDomain(shop, 'go-3.shop.example')).status).toBe(200)
    const taken = await setDomain(other, 'GO-3.shop.example')
    expect([taken.status, taken.body.error]).toMatchObject([
      400,
      { message: 'Another program uses go-3.shop.example.', details: { field: 'redirectDomain' } },
    ])
    // Saving the same domain again changes nothing.
    expect((await setDomain(shop, 'go-3.shop.example')).status).toBe(200)
    expect((await setDomain(shop, null)).body.data.redirectDomain).toBeNull()
    expect((await setDomain(other, 'go-3.shop.example')).status).toBe(200)
  })

  it('stays with its program if the same update fails', async () => {
    const [shop, other] = [await open(), await open()]
    await setDomain(shop, 'go-4.shop.example')
    await setDomain(other, 'go-5.shop.example')
    expect((await setDomain(other, 'go-4.shop.example')).status).toBe(400)
    expect(await visit('go-5.shop.example', shop.program.code)).toBe(404)
  })

  it.each([
    ['an address', 'go.shop.example/r', 'redirectDomain must be a domain, such as go.your-shop.com.'],
    [
      'the service’s own host',
      new URL(service.deps.config.publicUrl).hostname,
      expect.stringMatching(/already serves the links of every program|must be a domain/),
    ],
  ])('rejects %s', async (_title, domain, message) => {
    const response = await setDomain(await open(), domain)
    expect([response.status, response.body.error]).toMatchObject([
      400,
      { message, details: { field: 'redirectDomain' } },
    ])
  })
})
