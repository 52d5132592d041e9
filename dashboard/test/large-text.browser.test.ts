import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { closePartnerMonths } from '../../server/src/portal/close-partner-months.job.ts'
import type { TestProgram } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { SECTIONS } from '../src/pages/settings/search.ts'
import { enlargeText, findUnreadable } from './large-text.ts'
import { fillPath, PAGES, PARTNER_PAGES, PUBLIC_PAGES } from './pages.ts'
import { addressOf, carryPartnerSession, demoPartner, openStage, type Stage, settled } from './stage.ts'

/** The narrowest of the phones that are about. */
const PHONE_PX = 360
const PHONE = { width: PHONE_PX, hasTouch: true }

describeInChromium('with letters twice as large, on a phone', () => {
  let stage: Stage
  let empty: TestProgram
  let partnerId: number

  beforeAll(async () => {
    stage = await openStage()
    empty = await stage.emptyProgram()
    partnerId = await demoPartner(stage)
    await closePartnerMonths(stage.service.deps)
  })

  const fill = (path: string) => fillPath(path, { demo: stage.demo.program.id, empty, partnerId })

  /** What cannot be read on each of these pages. */
  async function walk(page: Page, paths: readonly string[]) {
    const found: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(addressOf(fill(path)))
      await settled(page)
      await enlargeText(page)
      await settled(page)
      const unreadable = await findUnreadable(page, PHONE_PX)
      if (unreadable.length > 0) found[path] = unreadable
    }
    return found
  }

  /** Pays out what is due. */
  function makePayout(page: Page): Promise<number> {
    return page.evaluate(async (url) => {
      await fetch(url, { method: 'POST' })
      const { data } = await (await fetch(url)).json()
      return data[0].id
    }, `/api/programs/${stage.demo.program.id}/payouts`)
  }

  test('no page of the dashboard is wider than the screen, cuts a name to nothing or breaks an amount', async () => {
    const sections = SECTIONS.map((section) => `/programs/:demo/settings?section=${section}`)
    const page = await stage.open('/', PHONE)
    const payout = `/programs/:demo/payouts?open=${await makePayout(page)}`
    expect(await walk(page, [...PAGES, ...sections, payout])).toEqual({})
    expect(await walk(await stage.newVisitor(PHONE), PUBLIC_PAGES)).toEqual({})
  }, 300_000)

  test('what visitors see grows with their letters', async () => {
    const member = await stage.open('/', PHONE)
    await member.evaluate(async (url) => {
      const headers = { 'content-type': 'application/json' }
      await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ slug: 'demo' }) })
    }, `/api/programs/${stage.demo.program.id}/brand`)
    const page = await stage.newVisitor(PHONE)
    for (const path of ['/join/demo', '/mail/unsubscribe?token=none']) {
      await page.goto(addressOf(path))
      await enlargeText(page)
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize), path).toBe('32px')
      expect(await findUnreadable(page, PHONE_PX), path).toEqual([])
    }
  })

  test('nor does a page of the portal', async () => {
    const page = await stage.newVisitor(PHONE)
    await carryPartnerSession(page, (await signInAs(stage.service, partnerId)).token)
    const more = ['/partner/programs/:demo/earnings?open=1', '/partner/programs/:demo/payout-details']
    expect(await walk(page, [...PARTNER_PAGES, ...more, '/partner/sign-in'])).toEqual({})
  }, 120_000)
})
