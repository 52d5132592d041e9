import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type CustomerId, init, type TrackerOptions } from '../src/index.ts'
import { type FakePage, openFakePage } from './fake-page.ts'

const SHOP = 'https://shop.test'
const failure = (status: number, code: string) => ({ data: null, error: { status, code } })

const start = (options: Partial<TrackerOptions> = {}) =>
  init({ apiBase: 'https://track.test', programId: 7, ...options })

/** Waits until all due requests have a response. */
const settle = () => vi.advanceTimersByTimeAsync(0)

const bodies = ({ calls }: FakePage, call: 'click' | 'lead') =>
  calls.filter((one) => one.call === call).map(({ body }) => body)

describe('a link’s code (D14, D59)', () => {
  test.each([
    ['aff', '/shoes?size=42&aff=maya#reviews', '/shoes?size=42#reviews'],
    ['ref', '/?ref=maya', '/'],
    ['via', '/?via=maya&size=42', '/?size=42'],
    ['after parameters added by blog software', '/?via=maya&ref=blog.example', '/'],
    ['after an empty parameter', '/?ref=&ref=maya&size=42', '/?size=42'],
    ['with a trailing slash', '/?aff=maya/#top', '/#top'],
    ['in uppercase', '/?aff=MAYA', '/'],
    ['in the hash', '/shoes?size=42#aff=maya', '/shoes?size=42#'],
    ['in the hash’s query', '/#/pricing?plan=1&aff=maya', '/#/pricing?plan=1'],
    ['escaped for HTML', '/?size=42&amp;aff=maya', '/?size=42&amp;'],
  ])('is found, sent and removed from the URL: %s', async (_, landing, left) => {
    const page = openFakePage(`${SHOP}${landing}`, { referrer: 'https://blog.example/' })
    page.historyState = { page: 1 }
    start({ strip: true })
    await settle()
    expect(page.calls).toEqual([
      {
        call: 'click',
        body: {
          event_id: expect.stringMatching(/^[\d.e-]{20,64}$/),
          affiliate_url: `${SHOP}${landing}`,
          referrer_url: 'https://blog.example/',
          program_id: 7,
        },
      },
    ])
    expect(page.url).toBe(`${SHOP}${left}`)
    expect(page.historyState).toEqual({ page: 1 })
    expect(page.cookie).toBe('service_click_id=click-1')
  })

  test.each([
    ['a plain visit', '/basket?referer=1&affiliate=2'],
    ['parameters whose names only end like a code parameter’s name', '/?staff=maya&data-ref=maya&aff='],
  ])('is not found in the URL of %s', async (_, landing) => {
    const page = openFakePage(`${SHOP}${landing}`)
    start({ strip: true })
    await settle()
    expect(page.calls).toEqual([])
    expect(page.url).toBe(`${SHOP}${landing}`)
  })

  test.each<[string, string]>([
    ['after a campaign parameter of 2,100 characters', `/?utm_content=${'x'.repeat(2_100)}&aff=maya-blog`],
    ['at the end of 8,192 characters', `/?aff=&q=${'x'.repeat(8_100)}&ref=maya-blog`],
    ['after a hash of 9,000 characters', `/#/shoes?q=${'x'.repeat(9_000)}&amp;aff=maya-blog`],
    ['before a hash of 9,000 characters', `/shoes?ref=blog.example&via=maya-blog#${'x'.repeat(9_000)}`],
  ])('is sent with the whole URL: %s', async (_, landing) => {
    const page = openFakePage(`${SHOP}${landing}`)
    start()
    await settle()
    expect(bodies(page, 'click')[0]?.affiliate_url).toBe(`${SHOP}${landing}`)
  })

  test('stays in the URL without data-strip', async () => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    start()
    await settle()
    expect(page.url).toBe(`${SHOP}/?aff=maya`)
  })
})

describe('a click without a response', () => {
  test.each([
    ['no connection', 'unreachable' as const],
    ['500', failure(500, 'internal_error')],
    ['503', failure(503, 'service_unavailable')],
    ['429', { error: { code: 'rate_limited', retry_after_seconds: 1 } }],
  ])('is stored and retried with increasing delays: %s', async (_, response) => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    page.responses = [response, response, response, response]
    start()
    await settle()
    for (const [tries, waitMs] of [1000, 2000, 4000, 8000].entries()) {
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect(page.calls).toHaveLength(tries + 1)
      expect(page.storage.service_click_id).toContain('maya')
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(page.calls).toHaveLength(5)
    expect(new Set(bodies(page, 'click').map(({ event_id }) => event_id)).size).toBe(1)
    expect(page.cookie).toBe('service_click_id=click-1')
    expect(page.storage).toEqual({})
  })

  test.each([
    ['rejected', failure(400, 'invalid_request')],
    ['not counted', { success: false, reason: 'unknown_link' }],
  ])('isn’t retried once the service has rejected it permanently: %s', async (_, response) => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    page.responses = [response]
    start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(page.calls).toHaveLength(1)
    expect([page.cookie, page.storage]).toEqual(['', {}])
  })

  test.each([
    ['the next page', '/basket'],
    ['a reload', '/?aff=maya'],
  ])('is sent again by %s, with its event ID (D65)', async (_, next) => {
    const first = openFakePage(`${SHOP}/?aff=maya`)
    first.responses = ['unreachable']
    start()
    await settle()
    const later = openFakePage(`${SHOP}${next}`, { stored: first })
    start()
    await settle()
    expect(bodies(later, 'click')).toEqual(bodies(first, 'click'))
    expect(later.cookie).toBe('service_click_id=click-1')
  })

  test('is replaced by a later link’s click: the last click wins', async () => {
    const first = openFakePage(`${SHOP}/?aff=maya`)
    first.responses = ['unreachable']
    start()
    await settle()
    const second = openFakePage(`${SHOP}/?aff=saigon`, { stored: first })
    start()
    await settle()
    expect(bodies(second, 'click').map((body) => body.affiliate_url)).toEqual([`${SHOP}/?aff=saigon`])
  })

  test('isn’t lost if local storage is full', async () => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    const full = new Proxy({} as Record<string, string>, {
      set() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    vi.stubGlobal('localStorage', full)
    start()
    await settle()
    expect(page.cookie).toBe('service_click_id=click-1')
  })
})

describe('signup', () => {
  const startOnLanding = async (options: Partial<TrackerOptions> = {}) => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    const tracker = start(options)
    await settle()
    return { page, tracker }
  }

  test('sends the click ID, customer and email, passed separately or together', async () => {
    const { page, tracker } = await startOnLanding()
    await tracker.signup(1, 'ann@example.com')
    await tracker.signup({ customer_key: '1', email: 'ann@example.com' })
    const body = { click_id: 'click-1', customer_key: '1', email: 'ann@example.com', program_id: 7 }
    expect(bodies(page, 'lead')).toEqual([body, body])
  })

  test.each<[string, unknown, unknown]>([
    ['a number', 42, '42'],
    ['a bigint', 2n ** 64n, '18446744073709551616'],
    ['an object', { customer_key: 42 }, '42'],
    ['a number that is not finite', 1 / 0, undefined],
    ['not a number', Number.NaN, undefined],
    ['a stringified variable', String(undefined), undefined],
    ['a promise without await', Promise.resolve(42), undefined],
    ['an object without a key', {}, undefined],
    ['nothing', undefined, undefined],
  ])('sends a customer key as a string or not at all: %s (D56)', async (_, given, sent) => {
    const { page, tracker } = await startOnLanding()
    // Pages may pass any value.
    await tracker.signup(given as CustomerId)
    expect(bodies(page, 'lead')[0]?.customer_key).toBe(sent)
  })

  test('sends nothing for a visitor without a referral (D22)', async () => {
    const page = openFakePage(`${SHOP}/`)
    expect(await start().signup('c-1', 'ann@example.com')).toEqual({ error: { code: 'no_attribution' } })
    expect(page.calls).toEqual([])
  })

  test('returns a rejection as a response', async () => {
    const { page, tracker } = await startOnLanding()
    const response = failure(409, 'lead_already_settled').error
    page.responses = [{ error: { ...response, status: 409 } }]
    expect(await tracker.signup('c-1')).toMatchObject({ error: { code: 'lead_already_settled' } })
  })

  test('is retried until it has a response, which its caller gets', async () => {
    const { page, tracker } = await startOnLanding()
    page.responses = [failure(503, 'service_unavailable'), 'unreachable']
    const response = tracker.signup('c-1')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await response).toMatchObject({ success: true })
    expect(bodies(page, 'lead')).toHaveLength(3)
  })

  test('returns within 10 seconds, whatever the service does, and is still sent later', async () => {
    const { page, tracker } = await startOnLanding()
    page.responses = Array.from({ length: 4 }, () => 'unreachable')
    let response: unknown
    void tracker.signup('c-1').then((got) => {
      response = got
    })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(response).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(response).toEqual({ error: { code: 'unreachable' } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bodies(page, 'lead')).toHaveLength(5)
  })

  test('sends a pending click along without waiting for its next retry', async () => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    page.responses = ['unreachable']
    const tracker = start()
    await settle()
    expect(await tracker.signup('c-1')).toMatchObject({ success: true })
    expect(page.calls.map(({ call }) => call)).toEqual(['click', 'click', 'lead'])
  })

  test('keeps an older cookie’s click unchanged while another partner’s click is pending', async () => {
    const stored = { cookie: 'service_click_id=older', storage: {} }
    const page = openFakePage(`${SHOP}/?aff=saigon`, { stored })
    page.responses = Array.from({ length: 20 }, () => 'unreachable')
    const response = start().signup('c-1')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await response).toEqual({ error: { code: 'unreachable' } })
    expect(bodies(page, 'lead')).toEqual([])
  })
})

describe('consent', () => {
  test('stores, sends and strips nothing before it is given if it is required, then counts the landing', async () => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    const tracker = start({ consent: 'required', strip: true })
    expect(await tracker.signup('c-1')).toEqual({ error: { code: 'no_attribution' } })
    expect([page.calls, page.cookie, page.storage]).toEqual([[], '', {}])
    expect(page.url).toBe(`${SHOP}/?aff=maya`)
    for (let given = 0; given < 2; given++) tracker.consent(true)
    await settle()
    expect(page.calls).toHaveLength(1)
    expect(page.url).toBe(`${SHOP}/`)
    const next = openFakePage(`${SHOP}/basket`, { stored: page })
    start({ consent: 'required' }).consent(true)
    await settle()
    expect(next.calls).toEqual([])
  })

  test('counts the landing and keeps the URL if it is given after a single-page app has navigated', async () => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    const tracker = start({ consent: 'required', strip: true })
    page.url = `${SHOP}/basket`
    tracker.consent(true)
    await settle()
    expect(bodies(page, 'click')[0]?.affiliate_url).toBe(`${SHOP}/?aff=maya`)
    expect(page.url).toBe(`${SHOP}/basket`)
  })

  test('removes the cookie and the pending click if it is withdrawn, and nothing more is sent', async () => {
    const stored = { cookie: 'service_click_id=older', storage: {} }
    const page = openFakePage(`${SHOP}/?aff=saigon`, { stored })
    page.responses = ['unreachable']
    const tracker = start()
    await settle()
    tracker.consent(false)
    expect([page.cookie, page.storage, tracker.clickId()]).toEqual(['', {}, undefined])
    expect(await tracker.signup('c-1')).toEqual({ error: { code: 'no_attribution' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(page.calls).toHaveLength(1)
  })

  test('stores no response if it is withdrawn while a click is being sent', async () => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    start().consent(false)
    await settle()
    expect([page.cookie, page.storage]).toEqual(['', {}])
  })
})

test('responses are logged to the console only with data-debug', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  openFakePage(`${SHOP}/?aff=maya`)
  start()
  await settle()
  expect(log).not.toHaveBeenCalled()
  openFakePage(`${SHOP}/?aff=maya`)
  start({ debug: true })
  await settle()
  expect(log).toHaveBeenCalledExactlyOnceWith('click', expect.objectContaining({ click_id: 'click-1' }))
})

describe('a URL change in a single-page app', () => {
  const urls = (page: FakePage) => bodies(page, 'click').map(({ affiliate_url }) => affiliate_url)

  test('is captured by page() if it has another code', async () => {
    const page = openFakePage(`${SHOP}/`)
    const tracker = start()
    for (const path of ['/?aff=maya', '/?aff=maya&size=42', '/shoes', '/?aff=maya', '/?ref=tom']) {
      page.url = `${SHOP}${path}`
      tracker.page()
      await settle()
    }
    expect(urls(page)).toEqual([`${SHOP}/?aff=maya`, `${SHOP}/?ref=tom`])
  })

  test('is sent after consent, with the newest code', async () => {
    const page = openFakePage(`${SHOP}/?aff=maya`)
    const tracker = start({ consent: 'required' })
    page.url = `${SHOP}/?ref=tom`
    tracker.page()
    page.url = `${SHOP}/shoes`
    tracker.page()
    await settle()
    expect(page.calls).toEqual([])
    tracker.consent(true)
    await settle()
    expect(urls(page)).toEqual([`${SHOP}/?ref=tom`])
  })
})
