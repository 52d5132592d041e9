import type { Route } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from './chromium.ts'
import { answered, clickIdOf, cookieOf, openStage, type Stage } from './stage.ts'

let stage: Stage

describeInChromium('a visitor lands', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test.each(['aff', 'ref', 'via'])(
    'D14 by ?%s=: one click, posted once, without a preflight',
    async (name) => {
      const program = await stage.newProgram()
      stage.shop.head = stage.tag(program)
      const page = await (await stage.newVisitor()).newPage()
      const landing = stage.address(`/shoes?size=42&${name}=${program.code}#reviews`)
      await page.goto(landing, { referer: 'https://blog.example/post' })
      await clickIdOf(page)
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
    },
  )

  test('D19 the cookie: first party, Lax, for the cookie window, on the widest domain', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`, 'a.b.shop.test'))
    const value = await clickIdOf(page)
    const cookie = await cookieOf(visitor)
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

  test('D19 the cookie is Secure on https', async () => {
    const program = await stage.newProgram()
    const visitor = await stage.newVisitor()
    // TLS ends in front of both: the answers are those of the real shop and the real service.
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
    const value = await clickIdOf(page)
    expect(await cookieOf(visitor)).toMatchObject({ value, domain: '.shop.test', secure: true })
  })

  test.each([
    ['www.shop.test', 'data-cookie-domain="www.shop.test"', '.www.shop.test'],
    ['www.shop.test', 'data-cookie-domain=".shop.test"', '.shop.test'],
    // Everybody may have a page under github.io, so no cookie may be kept on it.
    ['merchant.github.io', '', '.merchant.github.io'],
    ['localhost', '', 'localhost'],
    ['127.0.0.1', '', '127.0.0.1'],
  ])('D19 on %s with [%s] the cookie is kept on %s', async (host, attribute, domain) => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program, attribute)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`, host))
    const value = await clickIdOf(page)
    expect(await cookieOf(visitor)).toMatchObject({ value, domain })
  })

  test('D16 a reload keeps the click and its id; 30 minutes later it is a new click', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    const first = await clickIdOf(page)
    await answered(page, () => page.reload())
    expect(await clickIdOf(page)).toBe(first)
    expect(stage.gate.calls[1]?.body).toMatchObject({ existing_click_id: first })
    expect(await stage.countClicks(program)).toBe(1)

    stage.service.clock.advance({ minutes: 30 })
    await answered(page, () => page.reload())
    await expect.poll(() => clickIdOf(page)).not.toBe(first)
    expect(await stage.countClicks(program)).toBe(2)
  })

  test('a plain visit sends nothing and keeps the cookie', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await clickIdOf(page)
    const cookie = await cookieOf(visitor)
    await page.goto(stage.address('/basket?referer=1&affiliate=2'))
    await page.waitForLoadState('networkidle')
    expect(await cookieOf(visitor)).toEqual(cookie)
    expect(stage.gate.calls).toHaveLength(1)
  })

  test("D16 the last click wins: another partner's link replaces the cookie", async () => {
    const program = await stage.newProgram()
    const second = await stage.newPartner(program)
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    const first = await clickIdOf(page)
    await page.goto(stage.address(`/?ref=${second.code}`))
    await expect.poll(() => clickIdOf(page)).not.toBe(first)
    expect((await cookieOf(visitor))?.value).toBe(await clickIdOf(page))
    expect(await stage.countClicks(program)).toBe(2)
  })

  test('D15 a code that is no link of ours changes nothing', async () => {
    const program = await stage.newProgram()
    const elsewhere = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    const first = await clickIdOf(page)
    for (const code of ['newsletter', elsewhere.code, '%20']) {
      await answered(page, () => page.goto(stage.address(`/?ref=${code}`)))
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
      expect((await cookieOf(visitor))?.value).toBe(first)
    }
    expect(await stage.countClicks(program)).toBe(1)
    expect(await stage.countClicks(elsewhere)).toBe(0)
  })

  test('subdomains share the click', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const landing = await visitor.newPage()
    await landing.goto(stage.address(`/?aff=${program.code}`, 'shop.test'))
    const id = await clickIdOf(landing)
    const app = await visitor.newPage()
    await app.goto(stage.address('/account', 'app.shop.test'))
    expect(await clickIdOf(app)).toBe(id)
    await answered(app, () => app.goto(stage.address(`/?aff=${program.code}`, 'app.shop.test')))
    expect(await clickIdOf(app)).toBe(id)
    expect((await cookieOf(visitor))?.domain).toBe('.shop.test')
    expect(await stage.countClicks(program)).toBe(1)
  })

  test.each<[string, (code: string) => string]>([
    ['behind a campaign of 2,100 characters', (code) => `/?utm_content=${'x'.repeat(2_100)}&aff=${code}`],
    ['at the end of 8,192 characters', (code) => `/?aff=&q=${'x'.repeat(8_100 - code.length)}&ref=${code}`],
    ['behind 9,000 characters of a hash', (code) => `/#/shoes?q=${'x'.repeat(9_000)}&amp;aff=${code}`],
    [
      'before 9,000 characters of a hash',
      (code) => `/shoes?ref=blog.example&via=${code}#${'x'.repeat(9_000)}`,
    ],
  ])('D59 a code is never cut: %s', async (_, pathOf) => {
    const program = await stage.newProgram()
    const { partnerId, code } = program
    // Cut by five characters, the code would be that of another partner.
    await addLink(program, { code: `${code}-blog`, partnerId })
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    const answer = page.waitForResponse((response) => response.url().endsWith('/track/click'))
    await page.goto(stage.address(pathOf(`${code}-blog`)))
    expect(await (await answer).json()).toMatchObject({ success: true, partner_code: `${code}-blog` })
  })

  test.each<[string, (code: string) => string, string]>([
    ['behind what a blog software appends', (code) => `/?via=${code}&ref=blog.example`, '/'],
    ['behind an empty one', (code) => `/?ref=&ref=${code}&size=42`, '/?size=42'],
    ['with the slash of a path', (code) => `/?aff=${code}/#top`, '/#top'],
    ['in capitals', (code) => `/?aff=${code.toUpperCase()}`, '/'],
    ['in the hash', (code) => `/shoes?size=42#aff=${code}`, '/shoes?size=42#'],
    ['in the query of the hash', (code) => `/#/pricing?plan=1&aff=${code}`, '/#/pricing?plan=1'],
    ['escaped for HTML', (code) => `/?size=42&amp;aff=${code}`, '/?size=42&amp;'],
  ])('D59 a code is found, and taken out of the address: %s', async (_, pathOf, left) => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program, 'data-strip')
    const page = await (await stage.newVisitor()).newPage()
    const landing = stage.address(pathOf(program.code))
    await page.goto(landing)
    await clickIdOf(page)
    expect(page.url()).toBe(stage.address(left))
    expect(stage.gate.calls).toMatchObject([{ body: { affiliate_url: landing } }])
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('names that only end in those of a code are no code, and stay', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program, 'data-strip')
    const page = await (await stage.newVisitor()).newPage()
    const address = stage.address(`/?staff=${program.code}&data-ref=${program.code}&aff=`)
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    expect(page.url()).toBe(address)
    expect(stage.gate.calls).toEqual([])
  })

  test('a tag that stands twice in the page counts once', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program).repeat(2)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await clickIdOf(page)
    await page.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(1)
  })

  test('data-api-base says where the service answers', async () => {
    const program = await stage.newProgram()
    const base = `http://127.0.0.1:${stage.gate.port}`
    stage.shop.head = stage.tag(program, `data-api-base="${base}"`)
    const page = await (await stage.newVisitor()).newPage()
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST'),
      page.goto(stage.address(`/?aff=${program.code}`)),
    ])
    expect(request.url()).toBe(`${base}/api/v1/track/click`)
    await clickIdOf(page)
  })
})

async function addLink({ id }: TestProgram, { code, partnerId }: { code: string; partnerId: number }) {
  const { kysely } = stage.service.database
  const link = { program_id: id, partner_id: partnerId, code, created_at: stage.service.clock.now() }
  const { link_id } = await kysely
    .insertInto('links')
    .values(link)
    .returning('id as link_id')
    .executeTakeFirstOrThrow()
  await kysely.insertInto('link_codes').values({ code, program_id: id, link_id }).execute()
}
