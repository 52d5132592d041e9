import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { closePartnerMonths } from '../../server/src/portal/partner-portal/close-partner-months.job.ts'
import { send, startSession, type TestProgram } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { saved } from '../../server/test/tracking/requests/request-helpers.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { follow, readWidth } from './actions.ts'
import { enlargeText, findOverflowing, findUnreadable, resetText } from './large-text.ts'
import { EMPTY_PAGES, fillPath, PAGES, PARTNER_PAGES, PUBLIC_PAGES, SERVER_PAGES } from './pages.ts'
import {
  absoluteUrl,
  demoPartner,
  findBarriers,
  findLowTargets,
  openStage,
  type Stage,
  settled,
  signInAsPartner,
} from './stage.ts'
import { createTracker } from './tracking.ts'

/** The axe rules whose result depends on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const PHONE_PX = 390
const NARROWEST_PX = 360
const MIN_FONT_PX = 16

const WITHOUT_DATES = /settings\?section=(?:program|payouts|join-page|portal|workspace|account)$|\/setup\?/

describeInChromium('every page', () => {
  let stage: Stage
  let empty: TestProgram
  let partnerId: number
  let payoutId: number
  /** A program with a sale for a very large amount. */
  let large: TestProgram

  beforeAll(async () => {
    stage = await openStage({ isOwn: true })
    empty = await stage.emptyProgram()
    const { kysely } = stage.service.database
    const longName = kysely.updateTable('partners').set({ name: 'x'.repeat(45) })
    await longName.where('id', '=', empty.partnerId).execute()
    partnerId = await demoPartner(stage)
    await closePartnerMonths(stage.service.deps)
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const { app } = stage.service
    const program = `/api/programs/${stage.demo.program.id}`
    await send(app, 'POST', `${program}/payouts`, { bearer })
    payoutId = (await send(app, 'GET', `${program}/payouts`, { bearer })).body.data[0].id
    await send(app, 'PATCH', `${program}/branding`, { bearer, body: { slug: 'demo' } })
    large = await recordLargeSale()
  })

  async function recordLargeSale() {
    const program = await stage.emptyProgram()
    const track = createTracker(stage.service)
    const { click_id } = await track('click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
    await track('lead', { click_id, customer_key: 'cus-1' }, program.liveKey)
    const sale = { transaction_id: 'order-1', amount_cents: 1_234_567_890_123, customer_key: 'cus-1' }
    await track('sale', sale, program.liveKey)
    await saved(stage.service)
    return program
  }

  const fill = (path: string) =>
    fillPath(path, { demo: stage.demo.program.id, empty, large: large.id, partnerId, payoutId })

  /** Checks a page on desktop, in both color schemes. */
  async function deskProblems(page: Page, path: string): Promise<string[]> {
    await page.emulateMedia({ colorScheme: 'light' })
    await follow(page, fill(path))
    await settled(page)
    const found = await findBarriers(page)
    const says = EMPTY_PAGES[path]
    if (says !== undefined) await page.getByText(says).first().waitFor()
    if (path.startsWith('/programs/:demo')) {
      await expect.poll(() => page.title()).toMatch(/^\w+.* · Affiliate$/)
      await expect.poll(() => page.locator('h1').count(), { message: path }).toBe(1)
      const timeZone = page.getByText('All dates and times are in UTC.')
      await expect.poll(() => timeZone.count(), { message: path }).toBe(WITHOUT_DATES.test(path) ? 0 : 1)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    const inDark = await findBarriers(page, COLOR_RULES)
    return [...found, ...inDark.map((one) => `in dark: ${one}`)]
  }

  /**
   * Checks a page on a phone: nothing is wider than the screen, touch targets are large enough, and text at
   * double size stays readable.
   */
  async function phoneProblems(page: Page, path: string): Promise<string[]> {
    await page.setViewportSize({ width: PHONE_PX, height: 860 })
    await follow(page, fill(path))
    await settled(page)
    const found = await findLowTargets(page)
    if ((await readWidth(page)) > PHONE_PX) found.push(`is ${await readWidth(page)} px wide`)
    if (path.startsWith('/partner/')) {
      const sizes = await page
        .locator('input, select, textarea')
        .evaluateAll((all) => all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
      // Phones zoom into fields with smaller text.
      if (Math.min(MIN_FONT_PX, ...sizes) < MIN_FONT_PX) found.push('has a field with small text')
    }
    await page.setViewportSize({ width: NARROWEST_PX, height: 860 })
    await enlargeText(page)
    found.push(...(await findUnreadable(page, NARROWEST_PX)))
    if (path.startsWith('/partner')) found.push(...(await findOverflowing(page)))
    await resetText(page)
    return found
  }

  async function walk(page: Page, paths: readonly string[], look: typeof deskProblems) {
    const problems: Record<string, string[]> = {}
    // A few rows reveal as much as fifty would, in a tenth of the time.
    await page.route(/[?&]limit=50/, (route, request) =>
      route.continue({ url: request.url().replace('limit=50', 'limit=4') }),
    )
    await page.goto(absoluteUrl(fill(paths[0] ?? '/')))
    // Playwright doesn't report the end of an intercepted request that is canceled by leaving the page.
    await settled(page)
    for (const path of paths) {
      const found = await look(page, path)
      if (found.length > 0) problems[path] = found
    }
    return problems
  }

  const openPhone = () => stage.newVisitor({ width: PHONE_PX, hasTouch: true })

  test('of the team is accessible on desktop, in light and dark', async () => {
    const page = await stage.open('/account')
    expect(await walk(page, PAGES, deskProblems)).toEqual({})
  }, 300_000)

  test('of the team is readable and usable on a phone, with double-size text too', async () => {
    const page = await openPhone()
    await page.context().addCookies(await (await stage.open('/account')).context().cookies())
    expect(await walk(page, PAGES, phoneProblems)).toEqual({})
  }, 300_000)

  test('is accessible before sign-in too', async () => {
    expect(await walk(await stage.newVisitor(), PUBLIC_PAGES, deskProblems)).toEqual({})
    const phone = await openPhone()
    expect(await walk(phone, PUBLIC_PAGES, phoneProblems)).toEqual({})
    for (const path of SERVER_PAGES) {
      await phone.goto(absoluteUrl(path))
      expect(await findBarriers(phone), path).toEqual([])
      await enlargeText(phone)
      expect(await phone.evaluate(() => getComputedStyle(document.body).fontSize), path).toBe('32px')
      expect(await findUnreadable(phone, PHONE_PX), path).toEqual([])
    }
  })

  test('of the portal is accessible too', async () => {
    const page = await stage.openPortal(partnerId, '/partner')
    expect(await walk(page, PARTNER_PAGES, deskProblems)).toEqual({})
    const phone = await openPhone()
    await signInAsPartner(phone.context(), (await signInAs(stage.service, partnerId)).token)
    expect(await walk(phone, PARTNER_PAGES, phoneProblems)).toEqual({})
  }, 120_000)
})
