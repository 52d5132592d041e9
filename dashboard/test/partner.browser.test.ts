import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../server/src/platform/config.ts'
import { closePartnerMonths } from '../../server/src/portal/close-partner-months.job.ts'
import { send, startSession } from '../../server/test/harness.ts'
import { emailOf, signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import {
  addressOf,
  carryPartnerSession,
  demoPartner,
  findBarriers,
  findLowTargets,
  openStage,
  type Stage,
  settled,
  type VisitorOptions,
} from './stage.ts'

let stage: Stage
let partnerId: number

/** All that the first page loads by itself, compressed. */
const FIRST_LOAD_LIMIT_BYTES = 150 * 1000
const DESK_PX = 1440
const PHONE_PX = 390
const DAY_MS = 86_400_000
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
/** Where screenshots go, for whoever wants to look. */
const SHOTS = process.env.PARTNER_SHOTS

const PAGES = ['overview', 'links', 'earnings', 'payouts'] as const

describeInChromium('the partner’s app', () => {
  beforeAll(async () => {
    stage = await openStage()
    partnerId = await demoPartner(stage)
    await closePartnerMonths(stage.service.deps)
  })
  const program = (page: string) => `/partner/programs/${stage.demo.program.id}/${page}`

  /** A partner who is signed in and looks at `path`. */
  async function open(path: string, options: VisitorOptions = {}) {
    const { token } = await signInAs(stage.service, partnerId)
    const page = await stage.newVisitor(options)
    await carryPartnerSession(page, token)
    await page.goto(addressOf(path))
    await settled(page)
    return page
  }

  async function shoot(page: Page, name: string) {
    if (SHOTS === undefined) return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
  }

  /** What the API answers him of some days. */
  async function ownOverview(query: string) {
    const { call } = await signInAs(stage.service, partnerId)
    const { status, body } = await call('GET', `/programs/${stage.demo.program.id}/overview?${query}`)
    expect(status).toBe(200)
    return body.data
  }

  async function ownClicks(from: string, to: string): Promise<number> {
    return (await ownOverview(`dateFrom=${from}&dateTo=${to}`)).clicks
  }

  async function ownEarned(currency: 'USD' | 'EUR'): Promise<string> {
    const { earnedByCurrency } = await ownOverview('period=30d')
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
      earnedByCurrency[currency] / 100,
    )
  }

  /** A link as the team passes it on. */
  async function copyLink() {
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const url = `/api/programs/${stage.demo.program.id}/partners/${partnerId}/sign-in-link`
    const made = await send(stage.service.app, 'POST', url, { bearer })
    expect(made.status).toBe(201)
    return new URL(made.body.data.url)
  }

  test('a link signs in by a press of the button, works once, and stands in no history', async () => {
    const link = await copyLink()
    const page = await stage.newVisitor()
    await page.goto(addressOf(`${link.pathname}${link.hash}`))
    const email = await emailOf(stage.service, partnerId)
    await page.getByText(email).waitFor()
    await shoot(page, 'link')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Your programs' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    const other = await stage.newVisitor()
    await other.goto(addressOf(`${link.pathname}${link.hash}`))
    await other.getByText('does not sign in any more').waitFor()
    await other.getByRole('button', { name: 'Ask for a new link' }).click()
    await other.getByLabel('E-mail').waitFor()
    expect(new URL(other.url()).hash).toBe('')
  })

  test('the team makes a link on the page of the partner, and passes it on', async () => {
    const panel = await stage.open(`/programs/${stage.demo.program.id}/partners?open=${partnerId}`)
    await panel.getByRole('button', { name: 'Make a link to pass on' }).click()
    const link = await panel.getByRole('region', { name: 'the link to sign in' }).innerText()
    await panel.getByText('in your programs alone').waitFor()
    await settled(panel)
    expect(await findBarriers(panel)).toEqual([])
    const page = await stage.newVisitor()
    await page.goto(link.trim())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Your programs' }).waitFor()
  })

  test('the last link that there may be is said to be made when its form is gone', async () => {
    const program = await stage.emptyProgram()
    const { token } = await signInAs(stage.service, program.partnerId)
    const page = await stage.newVisitor()
    await carryPartnerSession(page, token)
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const settings = { bearer, body: { ownLinks: 2 } }
    const { status } = await send(
      stage.service.app,
      'PATCH',
      `/api/programs/${program.id}/portal-settings`,
      settings,
    )
    expect(status).toBe(200)
    await page.goto(addressOf(`/partner/programs/${program.id}/links`))
    await page.getByLabel('Code (optional)').fill(`last-${program.id}`)
    await page.getByRole('button', { name: 'Make link' }).press('Enter')
    await page.getByText('You have 2 links, and that is the most.').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe(`last-${program.id} is yours.`)
  })

  test('asking for a link is answered in words, whoever asks', async () => {
    const page = await stage.newVisitor()
    await page.goto(addressOf('/partner'))
    await page.waitForURL('**/partner/sign-in')
    await page.getByLabel('E-mail').fill('nobody@strangers.test')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('status').getByText('for 15 minutes').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toContain('Look into your mailbox')
    await page.getByRole('button', { name: 'Another address' }).press('Enter')
    const email = page.getByLabel('E-mail')
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.goto(addressOf('/partner/sign-in#of-nobody'))
    await page.getByRole('button', { name: 'Ask for a new link' }).press('Enter')
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('a program that the list has no room for is there by its address, and one that is not his is not', async () => {
    const page = await open('/partner')
    await page.route('**/api/partner/programs', (route) => route.fulfill({ json: { data: [] } }))
    await page.goto(addressOf(program('payouts')))
    await page.getByRole('navigation', { name: 'Program' }).waitFor()
    await page.getByRole('heading', { name: 'Payouts', exact: true }).first().waitFor()
    for (const path of ['/partner/programs/999999/payouts', '/partner/programs/x/payouts']) {
      await page.goto(addressOf(path))
      await page.getByText('There is nothing at this address').waitFor()
    }
  })

  test('an amount says why', async () => {
    const page = await open(program('earnings'))
    await page
      .getByRole('button', { name: /Customer [0-9A-F]{6}/ })
      .first()
      .click()
    await page.getByText(/came by your link maya on/).waitFor()
    await page.getByText(/The program pays .* of a sale/).waitFor()
    await shoot(page, 'why')
    expect(await findBarriers(page)).toEqual([])
  })

  test('days of his own are chosen, said when they are none, and kept by the address and from page to page', async () => {
    const page = await open(program('overview'))
    await page
      .getByText(/^Feb 9 – Mar 10, 2026, compared with Jan 10 – Feb 8, 2026\. Days of UTC\.$/)
      .waitFor()
    await page.getByRole('button', { name: 'Dates' }).click()
    const dates = page.getByRole('form', { name: 'Choose dates' })
    const [first, last] = [dates.getByLabel('First day'), dates.getByLabel('Last day')]
    const show = dates.getByRole('button', { name: 'Show', exact: true })
    const wrongs = [
      ['2026-02-20', '2026-02-10', 'It is after the last day.'],
      [daysBefore('2026-03-10', limits.customRangeDays), '2026-03-10', 'That is more than 1830 days.'],
      ['2026-02-10', '2026-03-11', 'It is after today.'],
    ] as const
    for (const [from, to, words] of wrongs) {
      await first.fill(from)
      await last.fill(to)
      await show.click()
      await dates.getByText(words).waitFor()
    }
    for (const width of [DESK_PX, PHONE_PX]) {
      await page.setViewportSize({ width, height: 860 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findBarriers(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await shoot(page, `dates-${width}-${colorScheme}`)
      }
    }
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.keyboard.press('Escape')
    expect(await dates.count()).toBe(0)
    await page.getByRole('button', { name: 'Dates' }).click()
    await first.fill('2026-02-10')
    await last.fill('2026-02-12')
    await show.click()
    const said = 'Feb 10 – 12, 2026, compared with Feb 7 – 9, 2026. Days of UTC.'
    await page.getByText(said).waitFor()
    expect(new URL(page.url()).search).toBe('?from=2026-02-10&to=2026-02-12')
    await page.reload()
    await page.getByText(said).waitFor()
    const sums = await ownClicks('2026-02-10', '2026-02-12')
    expect(sums).toBeGreaterThan(0)
    await page.getByText(`${sums} clicks in all`).waitFor()

    await page.getByRole('link', { name: 'Earnings' }).click()
    await page.getByRole('link', { name: 'Links' }).click()
    await page.getByRole('button', { name: 'Feb 10 – 12, 2026' }).waitFor()
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText(/^Mar 4 – 10, 2026, /).waitFor()
    expect(new URL(page.url()).search).toBe('?period=7d')
  })

  test('the most days that can be chosen are answered, and more are refused in words', async () => {
    const most = daysBefore('2026-03-10', limits.customRangeDays - 1)
    const page = await open(`${program('overview')}?from=${most}&to=2026-03-10`)
    await page.getByText('Clicks by day').waitFor()
    const more = daysBefore('2026-03-10', limits.customRangeDays)
    await page.goto(addressOf(`${program('overview')}?from=${more}&to=2026-03-10`))
    await page.getByRole('alert').getByText('longer than 1830 days').waitFor()
  })

  test('the chart shows what he chooses, money to the cent, and a day of it as it is pointed at', async () => {
    const page = await open(program('overview'))
    await page.getByRole('button', { name: 'Earned' }).click()
    const [dollars, euros] = await Promise.all([ownEarned('USD'), ownEarned('EUR')])
    const chart = page.getByRole('img', { name: /^Earned by day, Feb 9 – Mar 10, 2026: / })
    await page.getByText(`${dollars} in all`).waitFor()
    expect(await chart.getAttribute('aria-label')).toContain(`: ${dollars} in all, the most on `)
    await page.getByRole('button', { name: 'EUR' }).click()
    await page.getByText(`${euros} in all`).waitFor()
    expect(new URL(page.url()).search).toBe('?show=earned&currency=EUR')
    await page.reload()
    await page.getByText(`${euros} in all`).waitFor()
    const box = await chart.boundingBox()
    if (box === null) throw new Error('the chart is not drawn')
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
    await page.getByText(/^Tue, Mar 10, 2026 \(so far\): €\d+\.\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('columnheader', { name: 'Earned' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: '€' }).count()).toBeGreaterThan(2)
  })

  test('every page of a program names the time zone of its days and times', async () => {
    const page = await open(program('links'))
    for (const name of ['links', 'earnings', 'payouts', 'payout-details']) {
      await page.goto(addressOf(program(name)))
      await page.getByText('Days and times of UTC.').waitFor()
    }
    // Who uses the keyboard need not go through the head and the tabs of each page.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })

  test('a link is made, and the address of a page with it is copied and drawn', async () => {
    const page = await open(program('links'))
    await page.getByLabel('Code (optional)').fill('maya video!')
    await page.getByRole('button', { name: 'Make link' }).click()
    await page.getByText('Use letters, digits and - . _ ~ without spaces').waitFor()
    const code = page.getByLabel('Code (optional)')
    const isAtCode = () => code.evaluate((field) => field === document.activeElement)
    await expect.poll(isAtCode).toBe(true)
    await page.getByLabel('Code (optional)').fill('maya-video')
    await page.getByRole('button', { name: 'Make link' }).click()
    await page.getByText('maya-video is yours').waitFor()
    await page.getByLabel('Code (optional)').fill('maya-video')
    await page.getByRole('button', { name: 'Make link' }).click()
    await page.getByText('This code is taken').waitFor()
    await expect.poll(isAtCode).toBe(true)
    expect(await code.inputValue()).toBe('maya-video')
    const { kysely } = stage.service.database
    await kysely
      .updateTable('programs')
      .set({ site_url: 'https://shop.example/' })
      .where('id', '=', stage.demo.program.id)
      .execute()
    await page.reload()
    await page.getByLabel('Page').fill('/plans')
    await page.getByLabel('Sub-id').fill('news')
    await page.getByText(/^https:\/\/shop\.example\/plans\?aff=maya[\w-]*&sub=news$/).waitFor()
    await page.getByRole('button', { name: 'QR code' }).click()
    await page.getByRole('img', { name: /^QR code of https:\/\/shop\.example\/plans/ }).waitFor()
    await shoot(page, 'address')
    await page.getByLabel('Page').fill('https://evil.example/')
    await page.getByText('Only pages of shop.example count').waitFor()
    await page.getByLabel('Page').fill(`/${'plans'.repeat(400)}`)
    await page.getByLabel('Sub-id').fill('ü'.repeat(255))
    await page.getByText('This is too long for a QR code.').waitFor()

    // What no click is counted on is not offered.
    const setLink = (status: 'active' | 'inactive') =>
      kysely.updateTable('links').set({ status }).where('code', '=', 'maya').execute()
    const setPartner = (status: 'approved' | 'rejected') =>
      kysely.updateTable('partner_programs').set({ status }).where('partner_id', '=', partnerId).execute()
    await setLink('inactive')
    await page.reload()
    await page.getByLabel('Page').waitFor()
    expect(await page.getByLabel('Link', { exact: true }).locator('option').allTextContents()).toEqual([
      'maya-video',
    ])
    await setLink('active')
    await setPartner('rejected')
    await page.reload()
    await page.getByText('The program rejected you: what comes by your links is not counted.').waitFor()
    expect(await page.getByText('An address to share').count()).toBe(0)
    await setPartner('approved')
  })

  test('the statement of a month opens as a page that prints', async () => {
    const page = await open(program('payouts'))
    const [statement] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the statement of February 2026' }).click(),
    ])
    await statement.getByRole('heading', { name: 'Statement of February 2026' }).waitFor()
    await shoot(statement, 'statement')
    expect(await statement.getByText(/^Customer [0-9A-F]{6}$/).count()).toBeGreaterThan(5)
  })

  test('signing out everywhere ends it here, too', async () => {
    const page = await open('/partner/profile')
    await page.getByText('This one').waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL('**/partner/sign-in')
    await page.goto(addressOf(program('overview')))
    await page.waitForURL('**/partner/sign-in')
  })

  test('has nothing that keeps people out, in light and dark, on a desk and on a phone', async () => {
    const visitor = await stage.newVisitor()
    const partner = await open('/partner')
    const barriers: Record<string, string[]> = {}
    const views = [
      'show=earned',
      'view=table',
      'period=7d&show=leads',
      'from=2026-02-01&to=2026-02-28&show=customers',
    ]
    const paths = [
      '/partner',
      ...PAGES.map(program),
      ...views.map((view) => `${program('overview')}?${view}`),
      program('payout-details'),
      '/partner/profile',
      '/partner/nowhere',
    ]
    for (const path of ['/partner/sign-in', ...paths]) {
      const page = path === '/partner/sign-in' ? visitor : partner
      const name = path.replace(/^\/partner\/?/, '').replaceAll(/[/?&]/g, '-') || 'programs'
      for (const width of [DESK_PX, PHONE_PX]) {
        await page.setViewportSize({ width, height: 860 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.goto(addressOf(path))
          await settled(page)
          const found = await findBarriers(page)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth)
          if (wide > width) found.push(`is ${wide} px wide`)
          barriers[`${path} at ${width} in ${colorScheme}`] = found
          await shoot(page, `${name}-${width}-${colorScheme}`)
        }
      }
    }
    expect(Object.entries(barriers).filter(([, found]) => found.length > 0)).toEqual([])
  }, 300_000)

  test('a phone reads a day by a touch, and does not zoom into what is typed: no field has smaller text than 16 px', async () => {
    const page = await open(program('overview'), { width: PHONE_PX, hasTouch: true })
    let fields = 0
    for (const path of ['links', 'earnings', 'payout-details', 'overview'].map(program)) {
      await page.goto(addressOf(path))
      await settled(page)
      if (path.endsWith('overview')) {
        await page.getByRole('img', { name: /^Clicks by day/ }).tap()
        await page.getByText(/^\w{3}, \w{3} \d+, 2026: \d+ clicks?$/).waitFor()
        await page.getByRole('button', { name: 'Dates' }).tap()
      }
      const sizes = await page
        .locator('input, select, textarea')
        .evaluateAll((all) => all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
      fields += sizes.length
      expect(Math.min(16, ...sizes), path).toBe(16)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, path).toBe(PHONE_PX)
      expect(await findLowTargets(page), path).toEqual([])
    }
    expect(fields).toBeGreaterThan(12)
    await page.getByRole('form', { name: 'Choose dates' }).waitFor()
    await shoot(page, 'dates-touch')
  })

  test('the first load is at most 150 KB, compressed', async () => {
    const files = new Set<string>()
    const page = await stage.newVisitor()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/assets/') || pathname === '/partner') files.add(pathname)
    })
    const { token } = await signInAs(stage.service, partnerId)
    await carryPartnerSession(page, token)
    await page.goto(addressOf(program('overview')))
    await settled(page)
    expect(files.size).toBeGreaterThan(3)
    let bytes = 0
    for (const url of files) {
      const answer = await stage.service.app.inject({
        url,
        headers: { 'accept-encoding': 'gzip, deflate, br' },
      })
      expect(answer.statusCode, url).toBe(200)
      bytes += answer.rawPayload.length
    }
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_LIMIT_BYTES)
  })
})
