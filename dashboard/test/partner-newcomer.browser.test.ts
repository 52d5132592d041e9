import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { closePartnerMonths } from '../../server/src/portal/close-partner-months.job.ts'
import { saved } from '../../server/test/calls/calls.ts'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import {
  addressOf,
  carryPartnerSession,
  demoPartner,
  findBarriers,
  openStage,
  type Stage,
  settled,
} from './stage.ts'
import { trackingOf } from './tracking.ts'

/** What a partner met who used every page of the portal for the first time, on a phone. */
let stage: Stage

const PHONE_PX = 390
/** More than any list has here. */
const MOST_PAGES = 60
const TODAY = '2026-03-10'

describeInChromium('a partner who is new to the portal', () => {
  beforeAll(async () => {
    stage = await openStage()
    await closePartnerMonths(stage.service.deps)
  })

  /** A page of his portal, on a phone. */
  async function open(partnerId: number, path: string) {
    const partner = await signInAs(stage.service, partnerId)
    const page = await stage.newVisitor({ width: PHONE_PX, hasTouch: true })
    await carryPartnerSession(page, partner.token)
    await page.goto(addressOf(path))
    await settled(page)
    return { page, partner }
  }

  async function endSessions() {
    await stage.service.database.kysely.deleteFrom('partner_sessions').execute()
  }

  /** He signs in again somewhere else in the same browser. */
  async function signInElsewhere(page: Page, partnerId: number) {
    await carryPartnerSession(page, (await signInAs(stage.service, partnerId)).token)
  }

  const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

  test('whose session ends while he types reads so, signs in beside it, and sends what he typed', async () => {
    const program = await stage.emptyProgram()
    const { page } = await open(program.partnerId, `/partner/programs/${program.id}/payout-details`)
    await page.getByLabel('IBAN').fill('DE89370400440532013000')
    await page.getByLabel('Legal name').fill('Maya Example')
    await page.getByLabel('Street and number').fill('Street 1')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('Country').selectOption({ label: 'Germany' })
    await endSessions()
    await page.getByRole('button', { name: 'Save' }).click()
    const said = page.getByRole('alert').filter({ hasText: 'Your session has ended' })
    await said.waitFor()
    expect(await page.getByText('You are not signed in').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    const [beside] = await Promise.all([
      page.waitForEvent('popup'),
      said.getByRole('link', { name: 'Sign in again' }).click(),
    ])
    await beside.getByRole('heading', { name: 'Partner sign-in' }).waitFor()
    await beside.getByLabel('E-mail').waitFor()
    await signInElsewhere(page, program.partnerId)
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Maya Example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved: payouts go there from now on.').waitFor()
  })

  test('whose session ends stays where he is whatever he presses, until he goes elsewhere', async () => {
    const program = await stage.emptyProgram()
    const { page, partner } = await open(program.partnerId, `/partner/programs/${program.id}/links`)
    const claim = { transactionId: 'C-1', note: 'Mine.' }
    expect((await partner.call('POST', `/programs/${program.id}/claims`, claim)).status).toBe(201)
    const details = {
      method: 'paypal',
      payeeKind: 'person',
      legalName: 'Maya',
      address: 'Street 1',
      postalCode: '',
      city: 'Berlin',
      country: 'DE',
      taxId: '',
    }
    for (const email of ['maya@pay.test', 'maya@other.test']) {
      const said = await partner.call('POST', `/programs/${program.id}/payout-details`, { ...details, email })
      expect(said.status, JSON.stringify(said.body)).toBe(200)
    }
    const presses: [path: string, press: (page: Page) => Promise<void>][] = [
      ['links', (at) => at.getByRole('button', { name: 'Make link' }).click()],
      [
        'payout-details',
        async (at) => {
          await at.getByRole('button', { name: 'Withdraw the change' }).click()
          await at.getByRole('dialog').getByRole('button', { name: 'Withdraw the change' }).click()
        },
      ],
      [
        'earnings',
        async (at) => {
          await at.getByLabel('Order number').fill('A-1')
          await at.getByRole('button', { name: 'Ask', exact: true }).click()
        },
      ],
      [
        'earnings',
        async (at) => {
          await at.getByRole('button', { name: 'Withdraw the claim of C-1' }).click()
          await at.getByRole('dialog').getByRole('button', { name: 'Withdraw the claim' }).click()
        },
      ],
    ]
    for (const [path, press] of presses) {
      await signInElsewhere(page, program.partnerId)
      await page.goto(addressOf(`/partner/programs/${program.id}/${path}`))
      await settled(page)
      await endSessions()
      await press(page)
      const said = page.getByRole('alert').filter({ hasText: 'Your session has ended' })
      await said.getByRole('link', { name: 'Sign in again' }).waitFor()
      await settled(page)
      expect(new URL(page.url()).pathname).toBe(`/partner/programs/${program.id}/${path}`)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Payouts' }).click()
    await page.waitForURL('**/partner/sign-in?ended')
  })

  test('reads before, and after, he earned something what his next payout is and waits for', async () => {
    const program = await stage.emptyProgram()
    const { page } = await open(program.partnerId, `/partner/programs/${program.id}/payouts`)
    const next = page.getByRole('region', { name: 'Next payout' })
    await next
      .getByText('Nothing is earned yet. What you earn stands here, with what its payout waits for.')
      .waitFor()

    const track = trackingOf(stage.service)
    const { click_id } = await track('click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
    await track('lead', { click_id, customer_key: 'cus-1' }, program.liveKey)
    await track(
      'sale',
      { transaction_id: 'order-1', amount_cents: 9_900, customer_key: 'cus-1' },
      program.liveKey,
    )
    await saved(stage.service)
    await page.reload()
    await next.getByText('Payout in USD').waitFor()
    await next
      .getByText(/The next of what is on hold is due on|The program has to approve what is on hold/)
      .waitFor()
    await next.getByText('The program makes payouts by hand, on no fixed day.').waitFor()
  })

  test('reads no amount without what it is of', async () => {
    const { page, partner } = await open(
      await demoPartner(stage),
      `/partner/programs/${stage.demo.program.id}/payouts`,
    )
    const next = page.getByRole('region', { name: 'Next payout' })
    const amounts = await next.getByText(/^[^\d]*\d[\d,]*\.\d\d$/).all()
    expect(amounts.length).toBeGreaterThan(0)
    for (const amount of amounts) {
      const box = await amount.locator('..').innerText()
      expect(box).toMatch(/Payout in [A-Z]{3}/)
    }
    const balance = `/programs/${stage.demo.program.id}/balance`
    const { body } = await partner.call('GET', balance)
    const waits = [{ reason: 'nothing_owed' }, { reason: 'by_hand' }]
    body.data.nextPayouts = ['USD', 'EUR'].map((currency) => ({ currency, amountCents: 0, waits }))
    await page.route(`**/api/partner${balance}`, (route) => route.fulfill({ json: body }))
    await page.reload()
    await next.getByText('Nothing is there to be paid yet.').waitFor()
    expect(await next.innerText()).not.toMatch(/[$€]0\.00/)
  })

  test('asks about no day to come, claims, and is asked before he withdraws', async () => {
    const program = await stage.emptyProgram()
    const { page } = await open(program.partnerId, `/partner/programs/${program.id}/earnings`)
    await page.getByLabel('Ask by').selectOption('Day')
    const day = page.getByLabel('Day', { exact: true })
    expect(await day.getAttribute('max')).toBe(TODAY)
    await day.fill('2026-03-11')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('This day has not begun yet. Today is Tue, Mar 10, 2026.').waitFor()
    expect(await day.getAttribute('aria-invalid')).toBe('true')
    await day.fill('1999-12-31')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Choose a day from Sat, Jan 1, 2000 on.').waitFor()

    await page.getByLabel('Ask by').selectOption('Order')
    await page.getByLabel('Order number').fill('D-1')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByLabel('Why is it yours?').fill('She bought by my link.')
    await page.getByRole('button', { name: 'Claim it' }).click()
    await page
      .getByText('Your claim is with the program. It stands below, and so will its decision.')
      .waitFor()

    const withdraw = page.getByRole('button', { name: 'Withdraw the claim of D-1' })
    await withdraw.click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw the claim of order D-1?' })
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await withdraw.click()
    await dialog.getByRole('button', { name: 'Withdraw the claim' }).click()
    await page.getByText('Withdrawn', { exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toContain('Order D-1')
  })

  test('claims what he reads in the form: an answer goes when its question changes, and his reason stays', async () => {
    const program = await stage.emptyProgram()
    const { page, partner } = await open(program.partnerId, `/partner/programs/${program.id}/earnings`)
    const ask = page.getByRole('button', { name: 'Ask', exact: true })
    const day = page.getByLabel('Day', { exact: true })
    const reason = page.getByLabel('Why is it yours?')
    await page.getByLabel('Ask by').selectOption('Day')
    await day.fill(TODAY)
    await ask.click()
    await page.getByText('If you believe that a sale of Tue, Mar 10, 2026 is yours, claim it').waitFor()
    await reason.fill('She bought by my link.')

    await page.getByLabel('Ask by').selectOption('Order')
    await page.getByLabel('Order number').fill('ORDER-77')
    await reason.waitFor({ state: 'hidden' })
    expect(await page.getByRole('button', { name: 'Claim it' }).count()).toBe(0)
    // Asked again as before, it is answered as before.
    await page.getByLabel('Ask by').selectOption('Day')
    expect(await day.inputValue()).toBe(TODAY)
    expect(await reason.inputValue()).toBe('She bought by my link.')
    await day.fill('2026-03-09')
    await reason.waitFor({ state: 'hidden' })

    await page.getByLabel('Ask by').selectOption('Order')
    expect(await page.getByLabel('Order number').inputValue()).toBe('ORDER-77')
    await ask.click()
    await page.getByText('If you believe that order ORDER-77 is yours, claim it').waitFor()
    expect(await reason.inputValue()).toBe('She bought by my link.')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Claim it' }).click()
    await page.getByText('Your claim is with the program.').waitFor()
    const { body } = await partner.call('GET', `/programs/${program.id}/claims`)
    expect(body.data).toMatchObject([
      { transactionId: 'ORDER-77', day: null, note: 'She bought by my link.', state: 'open' },
    ])

    // A reason that was sent is not the next one's.
    await page.getByLabel('Order number').fill('ORDER-78')
    await ask.click()
    await page.getByText('If you believe that order ORDER-78 is yours, claim it').waitFor()
    expect(await reason.inputValue()).toBe('')
  })

  test('whose question changes while it is asked reads no answer to another one', async () => {
    const program = await stage.emptyProgram()
    const { page } = await open(program.partnerId, `/partner/programs/${program.id}/earnings`)
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/questions', async (route) => {
      await mayAnswer
      await route.continue()
    })
    const ask = page.getByRole('button', { name: 'Ask', exact: true })
    const order = page.getByLabel('Order number')
    await order.fill('ORDER-1')
    await ask.click()
    await order.fill('ORDER-2')
    answer()
    await settled(page)
    await expect.poll(() => ask.isEnabled()).toBe(true)
    expect(await page.getByText('Nothing of yours is known under this order.').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Claim it' }).count()).toBe(0)
    await ask.click()
    await page.getByText('If you believe that order ORDER-2 is yours, claim it').waitFor()
  })

  test('who reads with text twice as large finds no page wider than his phone, and nothing beside its card', async () => {
    const { page } = await open(await demoPartner(stage), '/partner')
    const program = `/partner/programs/${stage.demo.program.id}`
    const paths = [
      '/partner',
      `${program}/overview`,
      `${program}/overview?show=earned`,
      `${program}/overview?view=table`,
      `${program}/links`,
      `${program}/earnings`,
      `${program}/earnings?open=1`,
      `${program}/payouts`,
      `${program}/payout-details`,
      '/partner/profile',
      '/partner/sign-in',
    ]
    const wrong: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(addressOf(path))
      await settled(page)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      await settled(page)
      const found = await page.evaluate(whatSticksOut)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > PHONE_PX) found.push(`is ${wide} px wide`)
      if (found.length > 0) wrong[path] = found
    }
    expect(wrong).toEqual({})
  })

  test('who asks for the last rows of a list stands at the first of them', async () => {
    const partnerId = await demoPartner(stage)
    const { id } = stage.demo.program
    const { page } = await open(partnerId, '/partner')
    const at = stage.service.clock.now()
    await page.route(`**/api/partner/programs/${id}/payouts?*`, (route) => {
      const isRest = new URL(route.request().url()).searchParams.has('cursor')
      const data = Array.from({ length: isRest ? 2 : 25 }, (_, index) => ({
        id: 900 - index - (isRest ? 25 : 0),
        status: 'paid',
        currency: 'USD',
        amountCents: 100,
        commissions: 1,
        reference: null,
        createdAt: at.toISOString(),
        closedAt: at.toISOString(),
      }))
      return route.fulfill({ json: { data, meta: { nextCursor: isRest ? null : 'rest' } } })
    })
    /** Asks for more until there is no more. */
    async function readToTheEnd(path: string, rows: Locator, more: Locator) {
      await page.goto(addressOf(`/partner/programs/${id}/${path}`))
      await rows.first().waitFor()
      await settled(page)
      let before = 0
      for (let pages = 0; pages < MOST_PAGES && (await more.count()) > 0; pages++) {
        before = await rows.count()
        await more.press('Enter')
        await expect.poll(() => rows.count()).toBeGreaterThan(before)
        await settled(page)
      }
      expect(before, `${path} has a rest`).toBeGreaterThan(0)
      const isThere = () => rows.nth(before).evaluate((row) => row === document.activeElement)
      await expect.poll(isThere, { message: `the rest of ${path} has the focus` }).toBe(true)
    }
    const more = page.getByRole('button', { name: 'Show more' })
    await readToTheEnd('earnings', page.locator('main li:has(> button[aria-expanded])'), more)
    const payouts = page.getByRole('listitem').filter({ hasText: /^Payout \d+/ })
    await readToTheEnd('payouts', payouts, more)
    const claims = Array.from({ length: 30 }, (_, index) => ({
      program_id: id,
      partner_id: partnerId,
      transaction_id: `E-${index}`,
      day: null,
      note: 'Mine.',
      created_at: new Date(at.getTime() - index * 60_000),
    }))
    await stage.service.database.kysely.insertInto('claims').values(claims).execute()
    const own = page.getByRole('region', { name: 'Your claims' })
    await readToTheEnd('earnings', own.getByRole('listitem'), own.getByRole('button', { name: 'Show more' }))
  })
})

/** In the page: words that stick out of the card, badge or button that they stand in. */
function whatSticksOut(): string[] {
  const found: string[] = []
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const { currentNode: text } = words
    const parent = text.parentElement
    const box = parent?.closest('.shadow-card, section, button, a, [class*="rounded-"]')
    if (!parent || !box || parent.closest('.sr-only, script, option, .overflow-auto, nav') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    const outer = box.getBoundingClientRect()
    if (width === 0 || parent.closest('[class*="max-sm:sr-only"]') !== null) continue
    if (left < outer.left - 1 || right > outer.right + 1) {
      found.push(`“${text.textContent}” ends ${Math.round(right - outer.right)} px beside its box`)
    }
  }
  return found
}
