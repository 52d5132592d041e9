import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInChromium } from './chromium.ts'
import {
  freezeTime,
  openStage,
  readClickId,
  readTrackerCookie,
  readWaitingClick,
  SECURE_HOST,
  type Stage,
} from './stage.ts'

let stage: Stage

/** Waits until the page has tried and failed to send its click. */
async function waitForFailedAttempt(page: Page, action: () => Promise<unknown>) {
  const failure = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/track/click'))
  await action()
  await failure
}

describeInChromium('an unreachable service', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test('gets an open page’s click once when it is back', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    // The script is cached from an earlier visit, but the service is down.
    await page.goto(stage.address('/'))
    await stage.gate.down()
    await waitForFailedAttempt(page, () => page.goto(stage.address(`/?aff=${program.code}`)))
    expect(JSON.parse(String(await readWaitingClick(page)))).toMatchObject({
      affiliate_url: stage.address(`/?aff=${program.code}`),
    })
    expect(await readTrackerCookie(visitor)).toBeUndefined()
    await stage.gate.up()
    await readClickId(page)
    expect(await readWaitingClick(page)).toBeNull()
    expect(await stage.countClicks(program)).toBe(1)
    expect(stage.gate.calls).toHaveLength(1)
  })

  test('gets a closed page’s click from the next page, with its original URL', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const landing = await visitor.newPage()
    await landing.goto(stage.address('/'))
    await stage.gate.down()
    await waitForFailedAttempt(landing, () =>
      landing.goto(stage.address(`/?aff=${program.code}`), { referer: 'https://blog.example/' }),
    )
    await landing.close()
    await stage.gate.up()
    const later = await visitor.newPage()
    await later.goto(stage.address('/basket'))
    await readClickId(later)
    expect(stage.gate.calls.map(({ body }) => body)).toEqual([
      {
        event_id: expect.any(String),
        affiliate_url: stage.address(`/?aff=${program.code}`),
        referrer_url: 'https://blog.example/',
        program_id: program.id,
      },
    ])
    expect(await stage.countClicks(program)).toBe(1)
    expect(await readTrackerCookie(visitor)).toMatchObject({ domain: '.shop.test' })
  })

  test.each<[string, (code: string) => string]>([
    ['the next page', () => '/basket'],
    ['a reload', (code) => `/?aff=${code}`],
  ])(
    'counts a click once if its response is lost with its page and %s sends it again (D65)',
    async (_, nextLocation) => {
      const program = await stage.newProgram()
      stage.shop.head = stage.tag(program)
      const page = await (await stage.newVisitor()).newPage()
      await page.route('**/track/click', async (route) => {
        // Only the browser resolves the service's name.
        await route.fetch({ url: route.request().url().replace('track.test', '127.0.0.1') })
        await route.abort()
      })
      await waitForFailedAttempt(page, () => page.goto(stage.address(`/?aff=${program.code}`)))
      await page.unroute('**/track/click')
      await page.goto(stage.address(nextLocation(program.code)))
      await readClickId(page)
      const events = stage.gate.calls.map(({ body }) => body.event_id)
      expect(events.length).toBeGreaterThan(1)
      expect(new Set(events).size).toBe(1)
      expect(await stage.countClicks(program)).toBe(1)
    },
  )

  test('gets an offline browser’s click when the browser is online again', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program, 'data-consent="required"')
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await visitor.setOffline(true)
    await waitForFailedAttempt(page, () => page.evaluate(() => window.affiliate?.consent?.(true)))
    await visitor.setOffline(false)
    await readClickId(page)
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('gets a pending click once from two tabs', async () => {
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
    // The second tab has seen the click and is waiting for its turn.
    await expect
      .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length))
      .toBe(1)
    stage.gate.set('open')
    expect(await readClickId(second)).toBe(await readClickId(first))
    await expect
      .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length))
      .toBe(0)
    expect(stage.gate.calls).toHaveLength(1)
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('gets a pending click once from two tabs without locks (HTTP)', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const first = await visitor.newPage()
    await first.goto(stage.address('/'))
    stage.gate.set('unavailable')
    await waitForFailedAttempt(first, () => first.goto(stage.address(`/?aff=${program.code}`)))
    const second = await visitor.newPage()
    await freezeTime(second)
    await waitForFailedAttempt(second, () => second.goto(stage.address('/basket')))
    stage.gate.set('open')
    await readClickId(first)
    const sent = stage.gate.calls.length
    await second.clock.runFor(60_000)
    expect(await readClickId(second)).toBe(await readClickId(first))
    await second.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(sent)
    expect(await stage.countClicks(program)).toBe(1)
  })
})
