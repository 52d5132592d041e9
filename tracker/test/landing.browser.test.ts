import type { Route } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInChromium } from './chromium.ts'
import { openStage, readClickId, readTrackerCookie, type Stage, waitForClickResponse } from './stage.ts'

let stage: Stage

describeInChromium('a landing page with a partner link', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test('sends a click once, without a preflight (D14)', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    const landing = stage.address(`/shoes?size=42&via=${program.code}#reviews`)
    await page.goto(landing, { referer: 'https://blog.example/post' })
    await readClickId(page)
    expect(await stage.countClicks(program)).toBe(1)
    expect(stage.gate.calls).toEqual([
      {
        path: '/api/v1/track/click',
        contentType: 'text/plain;charset=UTF-8',
        body: {
          event_id: expect.stringMatching(/^[\d.e-]{20,64}$/),
          affiliate_url: landing,
          referrer_url: 'https://blog.example/post',
          program_id: program.id,
        },
      },
    ])
  })

  test('gets a redirect link’s click, which counts once', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program, 'data-strip')
    await stage.service.database.kysely
      .updateTable('programs')
      .set({ site_url: stage.address('/shoes?size=42#reviews') })
      .where('id', '=', program.id)
      .execute()
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    const arrival = page.waitForRequest((request) => request.url().includes('service_click_id='))
    await page.goto(`${stage.trackOrigin}/r/${program.code}?utm_source=podcast`)
    const redirected = new URL((await arrival).url()).searchParams.get('service_click_id')
    expect(await readClickId(page)).toBe(redirected)
    expect(await stage.countClicks(program)).toBe(1)
    expect((await readTrackerCookie(visitor))?.value).toBe(redirected)
    expect(page.url()).toBe(stage.address('/shoes?size=42&utm_source=podcast#reviews'))
  })

  test('sets a first-party, Lax cookie on the widest domain, valid for the cookie window (D19)', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`, 'a.b.shop.test'))
    const value = await readClickId(page)
    const cookie = await readTrackerCookie(visitor)
    expect(cookie).toMatchObject({
      name: 'service_click_id',
      value,
      domain: '.shop.test',
      path: '/',
      sameSite: 'Lax',
      secure: false,
    })
    const { cookie_window_days } = await stage.service.database.kysely
      .selectFrom('programs')
      .select('cookie_window_days')
      .where('id', '=', program.id)
      .executeTakeFirstOrThrow()
    const daysLeft = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
    expect(daysLeft).toBeLessThanOrEqual(cookie_window_days)
    expect(daysLeft).toBeGreaterThan(cookie_window_days - 0.01)
  })

  test('sets a Secure cookie on HTTPS (D19)', async () => {
    const program = await stage.newProgram()
    const visitor = await stage.newVisitor()
    // Simulates TLS termination with the real shop's and service's responses.
    const withoutTls = (port: number) => async (route: Route) => {
      const url = new URL(route.request().url())
      const response = await route.fetch({ url: `http://127.0.0.1:${port}${url.pathname}${url.search}` })
      await route.fulfill({ response })
    }
    await visitor.route('https://www.shop.test/**', withoutTls(stage.shop.port))
    await visitor.route('https://track.test/**', withoutTls(stage.gate.port))
    stage.shop.head = '<script src="https://track.test/js/tracker.js" defer></script>'
    const page = await visitor.newPage()
    await page.goto(`https://www.shop.test/?aff=${program.code}`)
    const value = await readClickId(page)
    expect(await readTrackerCookie(visitor)).toMatchObject({ value, domain: '.shop.test', secure: true })
  })

  test.each([
    ['www.shop.test', 'data-cookie-domain="www.shop.test"', '.www.shop.test'],
    ['www.shop.test', 'data-cookie-domain=".shop.test"', '.shop.test'],
    // github.io is a public suffix, so cookies can't be set on it.
    ['merchant.github.io', '', '.merchant.github.io'],
    ['localhost', '', 'localhost'],
    ['127.0.0.1', '', '127.0.0.1'],
  ])(
    'sets the cookie on the right domain: on %s with [%s] it is %s (D19)',
    async (host, attribute, domain) => {
      const program = await stage.newProgram()
      stage.shop.head = stage.tag(program, attribute)
      const visitor = await stage.newVisitor()
      const page = await visitor.newPage()
      await page.goto(stage.address(`/?aff=${program.code}`, host))
      const value = await readClickId(page)
      expect(await readTrackerCookie(visitor)).toMatchObject({ value, domain })
    },
  )

  test('keeps the click and its ID after a reload, and sends a new click 30 minutes later (D16)', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    const first = await readClickId(page)
    await waitForClickResponse(page, () => page.reload())
    expect(await readClickId(page)).toBe(first)
    expect(stage.gate.calls[1]?.body).toMatchObject({ existing_click_id: first })
    expect(await stage.countClicks(program)).toBe(1)

    stage.service.clock.advance({ minutes: 30 })
    await waitForClickResponse(page, () => page.reload())
    await expect.poll(() => readClickId(page)).not.toBe(first)
    expect(await stage.countClicks(program)).toBe(2)
  })

  test('replaces the cookie for another partner’s link: the last click wins (D16)', async () => {
    const program = await stage.newProgram()
    const second = await stage.newPartner(program)
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    const first = await readClickId(page)
    await page.goto(stage.address(`/?ref=${second.code}`))
    await expect.poll(() => readClickId(page)).not.toBe(first)
    expect((await readTrackerCookie(visitor))?.value).toBe(await readClickId(page))
    expect(await stage.countClicks(program)).toBe(2)
  })

  test('changes nothing for an unknown code (D15)', async () => {
    const program = await stage.newProgram()
    const otherProgram = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    const first = await readClickId(page)
    for (const code of ['newsletter', otherProgram.code, '%20']) {
      await waitForClickResponse(page, () => page.goto(stage.address(`/?ref=${code}`)))
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
      expect((await readTrackerCookie(visitor))?.value).toBe(first)
    }
    expect(await stage.countClicks(program)).toBe(1)
    expect(await stage.countClicks(otherProgram)).toBe(0)
  })

  test('shares the click with subdomains', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const landing = await visitor.newPage()
    await landing.goto(stage.address(`/?aff=${program.code}`, 'shop.test'))
    const id = await readClickId(landing)
    const app = await visitor.newPage()
    await app.goto(stage.address('/account', 'app.shop.test'))
    expect(await readClickId(app)).toBe(id)
    await waitForClickResponse(app, () => app.goto(stage.address(`/?aff=${program.code}`, 'app.shop.test')))
    expect(await readClickId(app)).toBe(id)
    expect((await readTrackerCookie(visitor))?.domain).toBe('.shop.test')
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('counts a click once if a tag appears twice on the page', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program).repeat(2)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await readClickId(page)
    await page.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(1)
  })

  test('uses the service’s URL in data-api-base', async () => {
    const program = await stage.newProgram()
    const base = `http://127.0.0.1:${stage.gate.port}`
    stage.shop.head = stage.tag(program, `data-api-base="${base}"`)
    const page = await (await stage.newVisitor()).newPage()
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST'),
      page.goto(stage.address(`/?aff=${program.code}`)),
    ])
    expect(request.url()).toBe(`${base}/api/v1/track/click`)
    await readClickId(page)
  })
})
