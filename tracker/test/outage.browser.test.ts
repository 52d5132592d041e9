import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInChromium } from './chromium.ts'
import {
  clickIdOf,
  cookieOf,
  freezeTime,
  openStage,
  SECURE_HOST,
  type Stage,
  signup,
  waitingClickOf,
} from './stage.ts'

let stage: Stage

/** Waits until the page has tried to send its click and knows that it failed. */
async function failedOnce(page: Page, act: () => Promise<unknown>) {
  const failure = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/track/click'))
  await act()
  await failure
}

describeInChromium('the service cannot be reached', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test('a page that stays open sends the click when the service is back, once', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    // The script is there, from the cache of an earlier visit; the service is not.
    await page.goto(stage.address('/'))
    await stage.gate.down()
    await failedOnce(page, () => page.goto(stage.address(`/?aff=${program.code}`)))
    expect(JSON.parse(String(await waitingClickOf(page)))).toMatchObject({
      affiliate_url: stage.address(`/?aff=${program.code}`),
    })
    expect(await cookieOf(visitor)).toBeUndefined()
    await stage.gate.up()
    await clickIdOf(page)
    expect(await waitingClickOf(page)).toBeNull()
    expect(await stage.countClicks(program)).toBe(1)
    expect(stage.gate.calls).toHaveLength(1)
  })

  test('a click outlives its page: the next page sends it, with the address it was made on', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const landing = await visitor.newPage()
    await landing.goto(stage.address('/'))
    await stage.gate.down()
    await failedOnce(landing, () =>
      landing.goto(stage.address(`/?aff=${program.code}`), { referer: 'https://blog.example/' }),
    )
    await landing.close()
    await stage.gate.up()
    const later = await visitor.newPage()
    await later.goto(stage.address('/basket'))
    await clickIdOf(later)
    expect(stage.gate.calls.map(({ body }) => body)).toEqual([
      {
        event_id: expect.any(String),
        affiliate_url: stage.address(`/?aff=${program.code}`),
        referrer_url: 'https://blog.example/',
        program_id: program.id,
      },
    ])
    expect(await stage.countClicks(program)).toBe(1)
    expect(await cookieOf(visitor)).toMatchObject({ domain: '.shop.test' })
  })

  test.each<[string, (code: string) => string]>([
    ['the next page', () => '/basket'],
    ['a reload', (code) => `/?aff=${code}`],
  ])('D65 a click whose answer is lost with its page counts once: %s sends it again', async (_, nextOf) => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.route('**/track/click', async (route) => {
      // Only the browser knows the name of the service.
      await route.fetch({ url: route.request().url().replace('track.test', '127.0.0.1') })
      await route.abort()
    })
    await failedOnce(page, () => page.goto(stage.address(`/?aff=${program.code}`)))
    await page.unroute('**/track/click')
    await page.goto(stage.address(nextOf(program.code)))
    await clickIdOf(page)
    const events = stage.gate.calls.map(({ body }) => body.event_id)
    expect(events.length).toBeGreaterThan(1)
    expect(new Set(events).size).toBe(1)
    expect(await stage.countClicks(program)).toBe(1)
  })

  test("the last click wins among those that wait, too: only the second partner's is sent", async () => {
    const program = await stage.newProgram()
    const second = await stage.newPartner(program)
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address('/'))
    await stage.gate.down()
    await failedOnce(page, () => page.goto(stage.address(`/?aff=${program.code}`)))
    await failedOnce(page, () => page.goto(stage.address(`/?aff=${second.code}`)))
    await stage.gate.up()
    await clickIdOf(page)
    expect(stage.gate.calls.map(({ body }) => body.affiliate_url)).toEqual([
      stage.address(`/?aff=${second.code}`),
    ])
  })

  test('an older cookie gets no signup while the click of another partner waits', async () => {
    const program = await stage.newProgram()
    const second = await stage.newPartner(program)
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await clickIdOf(page)
    // Only the click fails: the service would take the signup.
    await page.route('**/track/click', (route) => route.abort())
    await page.goto(stage.address(`/?aff=${second.code}`))
    expect(await signup(page, 'c-1')).toEqual({ error: { code: 'unreachable' } })
    expect(await stage.countLeads(program)).toBe(0)
  })

  test('a signup that the service has no answer to is sent again, and its caller gets the answer', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await clickIdOf(page)
    let refused = 0
    await page.route('**/track/lead', (route) => {
      if (++refused > 2) return route.continue()
      return route.fulfill({
        status: 503,
        json: { data: null, error: { status: 503, code: 'service_unavailable' } },
      })
    })
    expect(await signup(page, 'c-1')).toMatchObject({ success: true })
    expect(refused).toBe(3)
    expect(await stage.countLeads(program)).toBe(1)
  })

  test('a browser that is offline sends the click when it is online again', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program, 'data-consent="required"')
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await visitor.setOffline(true)
    await failedOnce(page, () => page.evaluate(() => window.affiliate?.consent?.(true)))
    await visitor.setOffline(false)
    await clickIdOf(page)
    expect(await stage.countClicks(program)).toBe(1)
  })

  test.each([
    ['503 of a proxy', undefined],
    ['500', { status: 500, body: { data: null, error: { status: 500, code: 'internal_error' } } }],
    ['429', { status: 429, body: { error: { code: 'rate_limited', retry_after_seconds: 1 } } }],
  ])('%s is no answer: the click is sent again, later and later', async (_label, failure) => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    // Time passes at once, and is written down.
    await page.addInitScript(() => {
      const { setTimeout } = window
      const waits: number[] = []
      Object.assign(window, {
        waits,
        setTimeout(call: () => void, waitMs: number) {
          waits.push(waitMs)
          return setTimeout(call, 0)
        },
      })
    })
    let failuresLeft = 4
    await page.route('**/track/click', async (route) => {
      if (failuresLeft === 0) return route.continue()
      failuresLeft -= 1
      if (failure === undefined) return route.fulfill({ status: 503, body: '<h1>Unavailable</h1>' })
      const headers = { 'access-control-allow-origin': '*' }
      return route.fulfill({ status: failure.status, headers, json: failure.body })
    })
    await page.goto(stage.address(`/?aff=${program.code}`))
    await clickIdOf(page)
    expect(await page.evaluate('window.waits')).toEqual([1000, 2000, 4000, 8000])
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('a click that the service refuses for good is not sent again', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag({ id: -1 })
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await page.waitForLoadState('networkidle')
    expect(await waitingClickOf(page)).toBeNull()
    await page.goto(stage.address('/'))
    await page.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(1)
    expect(await stage.countClicks(program)).toBe(0)
  })

  test('two tabs send a waiting click once', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const first = await visitor.newPage()
    await first.goto(stage.address('/', SECURE_HOST))
    stage.gate.set('held')
    await first.goto(stage.address(`/?aff=${program.code}`, SECURE_HOST))
    await expect.poll(() => stage.gate.calls.length).toBe(1)
    const second = await visitor.newPage()
    await second.goto(stage.address('/basket', SECURE_HOST))
    await second.waitForLoadState('networkidle')
    // The second tab has seen the click, and waits for its turn.
    await expect
      .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length))
      .toBe(1)
    stage.gate.set('open')
    expect(await clickIdOf(second)).toBe(await clickIdOf(first))
    await expect
      .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length))
      .toBe(0)
    expect(stage.gate.calls).toHaveLength(1)
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('two tabs without locks (http): the second one to try finds that the click was sent', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const first = await visitor.newPage()
    await first.goto(stage.address('/'))
    stage.gate.set('unavailable')
    await failedOnce(first, () => first.goto(stage.address(`/?aff=${program.code}`)))
    const second = await visitor.newPage()
    await freezeTime(second)
    await failedOnce(second, () => second.goto(stage.address('/basket')))
    stage.gate.set('open')
    await clickIdOf(first)
    const sent = stage.gate.calls.length
    await second.clock.runFor(60_000)
    expect(await clickIdOf(second)).toBe(await clickIdOf(first))
    await second.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(sent)
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('a full local storage does not lose the click', async () => {
    const program = await stage.newProgram()
    stage.shop.head = `<script>
      for (let size = 5e6; size >= 1; size = Math.floor(size / 2)) {
        for (let i = 0; ; i++) try { localStorage['x' + size + i] = 'x'.repeat(size) } catch { break }
      }
    </script>${stage.tag(program)}`
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await clickIdOf(page)
    expect(await stage.countClicks(program)).toBe(1)
  })
})
