import { describe, expect, it } from 'vitest'
import { parseClickId } from '../../../src/tracking/clicks/click-id.rule.ts'
import {
  BROWSER,
  concurrently,
  createTestKey,
  createTestPartner,
  send,
  startTestService,
} from '../../harness.ts'
import { CLICK, invalid, openShop, platformError, type Shop } from '../../merchant.ts'
import { readSentClickFields } from './stored-clicks.ts'

const service = await startTestService()
const { app, clock, database } = service
const { kysely } = database

const NOW = '2026-03-10T12:00:00.000Z'

async function open(options: Parameters<typeof openShop>[1] = {}) {
  clock.set(NOW)
  return openShop(service, options)
}

async function expectNothingWritten<ApiResponse>(
  shop: Shop,
  action: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const before = { ...(await shop.counts()), stats: await shop.stats() }
  const response = await action()
  expect({ ...(await shop.counts()), stats: await shop.stats() }).toEqual(before)
  return response
}

describe('a recorded click (D14, D15)', () => {
  it('returns exactly success, click_id, partner_code and cookie_window_days', async () => {
    const shop = await open()
    await shop.change({ cookie_window_days: 45 })
    const response = await shop.click()
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      success: true,
      click_id: expect.any(String),
      partner_code: shop.program.code,
      cookie_window_days: 45,
    })
  })

  it('has all its details stored, and counts on its local day', async () => {
    const shop = await open({ timeZone: 'Pacific/Kiritimati' })
    const reportedClick = {
      page_url: 'https://shop.test/p?q=„x“',
      page_title: '{"NULL", \\ \'quoted\', 😀}',
      referrer_url: 'https://blog.test/',
      session_id: 's-1',
      user_agent: BROWSER,
      screen_resolution: '1920x1080',
      viewport_size: 'NULL',
      language: 'vi-VN',
      timezone: 'Asia/Ho_Chi_Minh',
      consent: 'granted',
      additional_data: { utm: ['a,b', '{', '"', null, '\\'], deep: { ok: true } },
    }
    const response = await shop.click({
      ...reportedClick,
      program_id: shop.program.id,
      existing_click_id: null,
      extra: 1,
    })
    expect(await shop.rows('click_events')).toEqual([
      {
        program_id: shop.program.id,
        id: expect.any(Number),
        received_at: new Date(NOW),
        day: '2026-03-11',
        click_uuid: parseClickId(response.body.click_id)?.uuid,
        is_test: false,
        link_id: shop.program.linkId,
        partner_id: shop.program.partnerId,
        page_id: expect.any(Number),
        referrer_id: expect.any(Number),
        device_id: expect.any(Number),
        screen_width: 1920,
        screen_height: 1080,
        viewport_width: null,
        viewport_height: null,
        seen_at: null,
        polled_at: null,
        capture_method: null,
        session_id: reportedClick.session_id,
        session_uuid: null,
        consent: reportedClick.consent,
        additional_data: reportedClick.additional_data,
      },
    ])
    expect(await readSentClickFields(kysely, shop.program.id)).toEqual([
      { ...reportedClick, affiliate_url: shop.url, is_test: false },
    ])
    expect(await shop.stats()).toEqual([{ day: '2026-03-11', currency: 'XXX', clicks: 1 }])
    await shop.verify()
  })

  it('has the User-Agent header, truncated to the limit, if its body has none', async () => {
    const shop = await open()
    const headers = { 'user-agent': `${BROWSER} ${'x'.repeat(1000)}` }
    await send(app, 'POST', CLICK, { body: { affiliate_url: shop.url }, headers })
    expect(await readSentClickFields(kysely, shop.program.id)).toMatchObject([
      { user_agent: headers['user-agent'].slice(0, 512) },
    ])
  })

  it('is stored as captured through the merchant’s origin if the browser reports it', async () => {
    const shop = await open()
    for (const site of ['same-origin', 'same-site', 'cross-site']) {
      const headers = { 'user-agent': BROWSER, 'sec-fetch-site': site }
      await send(app, 'POST', CLICK, { body: { affiliate_url: shop.url }, headers })
    }
    const methods = (await shop.rows('click_events')).map(({ capture_method }) => capture_method)
    expect(methods).toEqual([1, null, null])
  })

  it('has a unique ID that contains its program and time (D18)', async () => {
    const shop = await open()
    const ids = [await shop.clickId(), await shop.clickId()]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) {
      expect(parseClickId(id)).toMatchObject({ programId: shop.program.id, receivedAt: new Date(NOW) })
    }
  })

  it('has the code in aff, else in ref, else in via', async () => {
    const shop = await open()
    const rivalPartner = await createTestPartner(service, shop.program)
    const { code } = shop.program
    for (const [query, expected] of [
      [`aff=${code}`, code],
      [`ref=${code}`, code],
      [`via=${code}`, code],
      [`via=${rivalPartner.code}&ref=${rivalPartner.code}&aff=${code}`, code],
      [`via=${rivalPartner.code}&ref=${code}`, code],
      [`aff=&ref=${rivalPartner.code}&via=${code}`, rivalPartner.code],
      [`aff=unknown&ref=${code}`, code],
    ]) {
      const response = await shop.click({ affiliate_url: `https://shop.test/page?${query}#top` })
      expect(response.body.partner_code).toBe(expected)
    }
  })
})

describe('an uncounted click returns 200 with its reason and records nothing (D15)', () => {
  const notCounted = (reason: string) => ({ success: false, reason, message: expect.stringMatching(/./) })

  it.each<[string, string, (shop: Shop) => Promise<Record<string, unknown>>]>([
    ['the code is unknown', 'unknown_link', async () => ({ affiliate_url: 'https://shop.test/?aff=nobody' })],
    [
      'a code of replacement characters',
      'unknown_link',
      async () => ({ affiliate_url: 'https://shop.test/?aff=%ED%A0%80' }),
    ],
    [
      'a code of 255 characters',
      'unknown_link',
      async () => ({ affiliate_url: `https://shop.test/?aff=${'x'.repeat(255)}` }),
    ],
    [
      'another program’s program_id',
      'unknown_link',
      async (shop) => ({ program_id: (await open()).program.id, affiliate_url: shop.url }),
    ],
    [
      'the link is inactive',
      'inactive_link',
      async (shop) => {
        await kysely
          .updateTable('links')
          .set({ status: 'inactive' })
          .where('program_id', '=', shop.program.id)
          .execute()
        return {}
      },
    ],
    [
      'the partner is pending',
      'inactive_link',
      async (shop) => ({
        affiliate_url: `https://shop.test/?aff=${(await createTestPartner(service, shop.program, 'pending')).code}`,
      }),
    ],
    [
      'the partner was rejected',
      'inactive_link',
      async (shop) => ({
        affiliate_url: `https://shop.test/?aff=${(await createTestPartner(service, shop.program, 'rejected')).code}`,
      }),
    ],
    [
      'the program is paused',
      'program_paused',
      async (shop) => {
        await shop.change({ status: 'paused' })
        return {}
      },
    ],
    [
      'the program is archived',
      'program_paused',
      async (shop) => {
        await shop.change({ status: 'archived' })
        return {}
      },
    ],
    [
      'the program is closed to new referrals',
      'program_paused',
      async (shop) => {
        await shop.change({ closed_to_new_referrals: true })
        return {}
      },
    ],
    [
      'a bot',
      'bot',
      async () => ({
        user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      }),
    ],
  ])('%s: %s', async (_label, reason, createBody) => {
    const shop = await open()
    const body = await createBody(shop)
    const response = await expectNothingWritten(shop, () => shop.click(body))
    expect(response.status).toBe(200)
    expect(response.body).toEqual(notCounted(reason))
  })

  it('and a bot is detected by its header', async () => {
    const shop = await open()
    const headers = {
      'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    }
    const response = await send(app, 'POST', CLICK, { body: { affiliate_url: shop.url }, headers })
    expect(response.body).toEqual(notCounted('bot'))
  })
})

it('a click’s URLs are stored without user name and password', async () => {
  const shop = await open()
  const signedIn = (address: string) => address.replace('://', '://user:pw@')
  const [page_url, referrer_url] = ['https://shop.test/p', 'https://blog.test/']
  const sent = {
    affiliate_url: signedIn(shop.url),
    page_url: signedIn(page_url),
    referrer_url: signedIn(referrer_url),
  }
  expect((await shop.click(sent)).body).toMatchObject({ success: true })
  expect(JSON.stringify(await readSentClickFields(kysely, shop.program.id))).not.toContain('user:pw')
})

describe('an invalid click returns 400 invalid_request (D15)', () => {
  it.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['a number', 7],
    ['a path', '/?aff=ada'],
    ['another scheme', 'ftp://shop.test/?aff=ada'],
    ['no code', 'https://shop.test/?utm_source=ada'],
    ['a blank code', 'https://shop.test/?aff=%20'],
    ['a NUL in its code (D2)', 'https://shop.test/?aff=a%00b'],
    ['a long text', 'x'.repeat(5000)],
    ['a code of 256 characters (D2)', `https://shop.test/?aff=${'x'.repeat(256)}`],
  ])('and records nothing if affiliate_url is %s', async (_label, affiliate_url) => {
    const shop = await open()
    const response = await expectNothingWritten(shop, () => shop.click({ affiliate_url }))
    expect(response.status).toBe(400)
    expect(response.body).toEqual(invalid('affiliate_url'))
  })
})

describe('invalid metadata never rejects a click', () => {
  it.each<[string, string, string]>([
    ['page_title', 't'.repeat(513), 't'.repeat(512)],
    ['page_title', '😀'.repeat(513), '😀'.repeat(512)],
    ['page_title', 'a\0b', 'a\ufffdb'],
    ['page_title', 'half \ud83d', 'half \ufffd'],
    ['page_url', `https://shop.test/${'x'.repeat(2048)}`, `https://shop.test/${'x'.repeat(2030)}`],
    ['referrer_url', 'x'.repeat(60_000), 'x'.repeat(2048)],
    ['session_id', 'x'.repeat(256), 'x'.repeat(255)],
    ['user_agent', BROWSER.padEnd(600, ' '), BROWSER.padEnd(512, ' ')],
    ['screen_resolution', 'x'.repeat(256), 'x'.repeat(255)],
    ['viewport_size', 'x'.repeat(256), 'x'.repeat(255)],
    ['language', 'x'.repeat(256), 'x'.repeat(255)],
    ['timezone', 'x'.repeat(256), 'x'.repeat(255)],
    ['consent', 'x'.repeat(256), 'x'.repeat(255)],
  ])('%s is truncated to the limit: %#', async (field, sent, expected) => {
    const shop = await open()
    expect((await shop.click({ [field]: sent })).body).toMatchObject({ success: true })
    expect(await readSentClickFields(kysely, shop.program.id)).toMatchObject([{ [field]: expected }])
  })

  it('because the code is found in an affiliate_url of any length; the stored URL is truncated but keeps the whole code', async () => {
    for (const [before, after] of [
      [2_037 - 'https://shop.test/?x=&aff='.length, 0],
      [8_100, 0],
      [40_000, 10_000],
    ] as const) {
      const shop = await open()
      const { code } = shop.program
      const affiliate_url = `https://shop.test/?x=${'x'.repeat(before)}&aff=${code}#${'y'.repeat(after)}`
      expect((await shop.click({ affiliate_url })).body).toMatchObject({ success: true, partner_code: code })
      const stored = { affiliate_url: `https://shop.test/?aff=${code}` }
      expect(await readSentClickFields(kysely, shop.program.id)).toMatchObject([stored])
    }
  })

  it('because a cookie with an unknown click is ignored', async () => {
    const shop = await open()
    for (const existing_click_id of ['x'.repeat(4000), 'a\0b']) {
      expect((await shop.click({ existing_click_id })).body).toMatchObject({ success: true })
    }
    expect(await shop.counts()).toMatchObject({ click_events: 2 })
  })
})

describe('repeat clicks (D16)', () => {
  it('return the same ID and record nothing for the same link within 30 minutes', async () => {
    const shop = await open()
    const existing_click_id = await shop.clickId()
    for (const ms of [0, 30 * 60_000 - 1]) {
      clock.set(new Date(new Date(NOW).getTime() + ms))
      const response = await expectNothingWritten(shop, () => shop.click({ existing_click_id }))
      expect(response.body).toEqual({
        success: true,
        click_id: existing_click_id,
        partner_code: shop.program.code,
        cookie_window_days: 60,
      })
    }
  })

  it('become a new click with a new ID after exactly 30 minutes', async () => {
    const shop = await open()
    const existing_click_id = await shop.clickId()
    clock.advance({ minutes: 30 })
    const response = await shop.click({ existing_click_id })
    expect(response.body.click_id).not.toBe(existing_click_id)
    expect((await shop.stats()).at(-1)).toMatchObject({ clicks: 2 })
  })

  it('become a new click for a cookie from the future, so that no click is lost if a clock was set back', async () => {
    const shop = await open()
    clock.advance({ ms: 1 })
    const existing_click_id = await shop.clickId()
    clock.set(NOW)
    const response = await shop.click({ existing_click_id })
    expect(response.body.click_id).not.toBe(existing_click_id)
    expect(await shop.counts()).toMatchObject({ click_events: 2 })
  })

  it('are replaced by a click on another link, because the last click wins', async () => {
    const shop = await open()
    const existing_click_id = await shop.clickId()
    const rivalPartner = await createTestPartner(service, shop.program)
    const response = await shop.click({
      existing_click_id,
      affiliate_url: `https://shop.test/?aff=${rivalPartner.code}`,
    })
    expect(response.body.click_id).not.toBe(existing_click_id)
    expect(await shop.rows('click_events')).toMatchObject([{}, { partner_id: rivalPartner.partnerId }])
  })

  it.each<[string, (shop: Shop) => Promise<string>]>([
    ['another program’s click', async () => (await open()).clickId()],
    [
      'an unknown click',
      async (shop) => `${shop.program.id.toString(36)}-0192f3a4-b5c6-7000-8000-000000000000`,
    ],
    [
      'an unknown click in the future',
      async (shop) => `${shop.program.id.toString(36)}-0fffffff-ffff-7000-8000-000000000000`,
    ],
    [
      'an instant after the year 9999',
      async (shop) => `${shop.program.id.toString(36)}-ffffffff-ffff-7fff-bfff-ffffffffffff`,
    ],
    ['a word', async () => 'click'],
    ['nothing', async () => ''],
    [
      'a test click',
      async (shop) => {
        await shop.click({ additional_data: { test_mode: true, program_id: shop.program.id } })
        const [row] = await shop.rows('click_events')
        return `${shop.program.id.toString(36)}-${row?.click_uuid}`
      },
    ],
  ])('ignore %s and record a new click', async (_label, createId) => {
    const shop = await open()
    const existing_click_id = await createId(shop)
    const response = await shop.click({ existing_click_id })
    expect(response.body).toMatchObject({ success: true, click_id: expect.stringMatching(/^[0-9a-z]+-/) })
    expect(response.body.click_id).not.toBe(existing_click_id)
    expect((await shop.stats()).at(-1)).toMatchObject({ clicks: 1 })
  })

  it('do not count on a link that is no longer active', async () => {
    const shop = await open()
    const existing_click_id = await shop.clickId()
    await kysely
      .updateTable('links')
      .set({ status: 'inactive' })
      .where('program_id', '=', shop.program.id)
      .execute()
    expect((await shop.click({ existing_click_id })).body).toMatchObject({
      success: false,
      reason: 'inactive_link',
    })
  })
})

describe('test clicks (D17)', () => {
  it.each<[string, (shop: Shop) => Promise<{ status: number; body: unknown }>]>([
    [
      'program_id as a number',
      (shop) =>
        send(app, 'POST', CLICK, {
          body: { additional_data: { test_mode: true, program_id: shop.program.id } },
        }),
    ],
    [
      'program_id as a string',
      (shop) => shop.click({ additional_data: { test_mode: true, program_id: `${shop.program.id}` } }),
    ],
    ['a test API key', (shop) => send(app, 'POST', CLICK, { body: {}, bearer: shop.program.testKey })],
    [
      'a live API key with test_mode',
      (shop) =>
        send(app, 'POST', CLICK, {
          body: { additional_data: { test_mode: true } },
          bearer: shop.program.liveKey,
        }),
    ],
    [
      'a bot',
      (shop) =>
        shop.click({
          user_agent: 'Googlebot/2.1',
          additional_data: { test_mode: true, program_id: shop.program.id },
        }),
    ],
  ])('are recorded but don’t count with %s', async (_label, call) => {
    const shop = await open()
    const response = await call(shop)
    expect(response.status).toBe(200)
    const rows = await shop.rows('click_events')
    expect(rows).toMatchObject([
      { is_test: true, link_id: null, partner_id: null, received_at: new Date(NOW) },
    ])
    expect(response.body).toEqual({
      success: true,
      message: expect.any(String),
      data: { eventId: rows[0]?.id, programId: shop.program.id, test_mode: true },
    })
    expect(await shop.stats()).toEqual([])
    await shop.verify()
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown program', { test_mode: true, program_id: 999_999_999 }, 'program_id'],
    ['no program', { test_mode: true }, 'program_id'],
    ['a word', { test_mode: true, program_id: 'x' }, 'program_id'],
    ['test_mode "true"', { test_mode: 'true' }, 'test_mode'],
  ])('return 400 invalid_request for %s', async (_label, additional_data, field) => {
    const shop = await open()
    const response = await expectNothingWritten(shop, () => shop.click({ additional_data }))
    expect(response.body).toEqual(invalid(`additional_data.${field}`))
  })

  it('can omit the affiliate_url, but an invalid one returns 400 invalid_request', async () => {
    const shop = await open()
    const additional_data = { test_mode: true, program_id: shop.program.id }
    const response = await expectNothingWritten(shop, () =>
      shop.click({ affiliate_url: 'not an address', additional_data }),
    )
    expect(response.body).toEqual(invalid('affiliate_url'))
  })

  it('are never recorded outside the key’s program', async () => {
    const [one, two] = [await open(), await open()]
    const body = { additional_data: { test_mode: true, program_id: two.program.id } }
    const response = await expectNothingWritten(two, () =>
      send(app, 'POST', CLICK, { body, bearer: one.program.testKey }),
    )
    expect(response.body).toEqual(invalid('additional_data.program_id'))
  })

  it('return 401 for an invalid key, and are recorded as live clicks with a live key', async () => {
    const shop = await open()
    const body = { affiliate_url: shop.url }
    const malformedKey = await send(app, 'POST', CLICK, {
      body,
      bearer: `aff_test_${shop.program.id}_${'A'.repeat(32)}`,
      ip: '10.7.0.1',
    })
    expect(malformedKey.body).toEqual(platformError(401, 'unauthorized'))
    const live = await createTestKey(service, shop.program.id, 'live')
    expect((await send(app, 'POST', CLICK, { body, bearer: live })).body).toMatchObject({
      success: true,
      click_id: expect.any(String),
    })
  })
})

describe('browser requests (D1, D14)', () => {
  it('can send JSON as text/plain, which doesn’t need a preflight', async () => {
    const shop = await open()
    const headers = { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.test' }
    const response = await send(app, 'POST', CLICK, { body: { affiliate_url: shop.url }, headers })
    expect(response.body).toMatchObject({ success: true })
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('can have a preflight, except at the sale endpoint', async () => {
    const headers = { origin: 'https://shop.test', 'access-control-request-method': 'POST' }
    const open = await app.inject({ method: 'OPTIONS', url: CLICK, headers })
    expect(open.statusCode).toBe(204)
    expect(open.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
    })
    const closedPreflight = await app.inject({ method: 'OPTIONS', url: '/api/v1/track/sale', headers })
    expect(closedPreflight.statusCode).toBe(404)
    expect(closedPreflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('get readable errors, including rate limits', async () => {
    const limitedService = await startTestService({ environment: { RATE_LIMIT_IP_PER_MINUTE: '1' } })
    const responses = [
      await send(limitedService.app, 'POST', CLICK, { body: '{' }),
      await send(limitedService.app, 'POST', CLICK, { body: '{' }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([400, 429])
    for (const { headers } of responses) expect(headers['access-control-allow-origin']).toBe('*')
  })
})

// Fewer than 50, because a busy machine may reject more concurrent requests as overloaded.
describe('concurrent clicks that share a commit', () => {
  it('are recorded once each, on their program’s local day (45 clicks in 3 programs)', async () => {
    const shops = [
      await open(),
      await open({ timeZone: 'Pacific/Kiritimati' }),
      await open({ timeZone: 'Pacific/Pago_Pago' }),
    ]
    clock.set('2026-03-10T10:30:00.000Z')
    const responses = await concurrently(45, async (index) => {
      const shop = shops[index % 3] ?? shops[0]
      return shop?.click({ session_id: `s${index}` })
    })
    const ids = responses.map((response) => response?.body.click_id)
    expect(new Set(ids).size).toBe(45)
    const days = ['2026-03-10', '2026-03-11', '2026-03-09']
    for (const [place, shop] of shops.entries()) {
      const expected = 15
      const rows = await shop.rows('click_events')
      expect(rows).toHaveLength(expected)
      expect(new Set(rows.map(({ session_id }) => session_id)).size).toBe(expected)
      expect(await shop.stats()).toEqual([{ day: days[place], currency: 'XXX', clicks: expected }])
      await shop.verify()
    }
  })

  it('are not affected by uncounted, rejected or repeated clicks', async () => {
    const shop = await open()
    const existing_click_id = await shop.clickId()
    const bodies: Record<string, unknown>[] = Array.from({ length: 48 }, (_, index) => {
      switch (index % 6) {
        case 0:
          return { affiliate_url: 'https://shop.test/?aff=nobody' }
        case 1:
          return { affiliate_url: 'https://shop.test/?aff=a%00b' }
        case 2:
          return { existing_click_id }
        case 3:
          return { existing_click_id: `${shop.program.id.toString(36)}-ffffffff-ffff-7fff-bfff-ffffffffffff` }
        case 4:
          return { user_agent: 'Googlebot/2.1' }
        default:
          return {}
      }
    })
    const responses = await Promise.all(bodies.map((body) => shop.click(body)))
    const kinds = responses.map(({ status, body }) =>
      status === 200 ? (body.reason ?? (body.click_id === existing_click_id ? 'repeat' : 'new')) : status,
    )
    expect(kinds).toEqual(
      Array.from({ length: 8 }, () => ['unknown_link', 400, 'repeat', 'new', 'bot', 'new']).flat(),
    )
    expect((await shop.stats()).at(-1)).toMatchObject({ clicks: 17 })
    await shop.verify()
  })
})
