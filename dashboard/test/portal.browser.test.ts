import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../server/src/core/config/limits.ts'
import { isCountry } from '../../server/src/earnings/payout-details/country.rule.ts'
import { addCleanup } from '../../server/test/cleanup.ts'
import { send, startSession } from '../../server/test/harness.ts'
import { readEmail, signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { listen } from '../../tracker/test/listen.ts'
import { download, focusedText, hasFocus, readWidth } from './actions.ts'
import {
  absoluteUrl,
  demoPartner,
  findBarriers,
  openStage,
  type Stage,
  settled,
  signInAsPartner,
} from './stage.ts'

/** The partner portal as used by partners, viewed by the team, and embedded in merchants' pages. */
let stage: Stage
let partnerId: number

/** Limits the compressed size of the first load. */
const FIRST_LOAD_LIMIT_BYTES = 175 * 1000
const PHONE_PX = 390
const IBAN = 'DE89370400440532013000'
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

const portal = (page: string, { id } = stage.demo.program) => `/partner/programs/${id}/${page}`

async function openDemo() {
  stage = await openStage()
  partnerId = await demoPartner(stage)
}

async function callAsTeam(method: 'PATCH' | 'POST', path: string, body?: object) {
  const bearer = await startSession(stage.service, stage.demo.user.id)
  const answer = await send(stage.service.app, method, `/api/programs/${path}`, {
    bearer,
    ...(body && { body }),
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body.data
}

describeInChromium('signing in to the portal without email', () => {
  beforeAll(async () => {
    stage = await openStage({ config: { mail: undefined } })
    partnerId = await demoPartner(stage)
  })

  test("a copied sign-in link works once, after pressing a button, and isn't kept in the history", async () => {
    const { program } = stage.demo
    const panel = await stage.open(`/programs/${program.id}/partners/${partnerId}`)
    await panel.getByRole('button', { name: 'More', exact: true }).click()
    await panel.getByRole('menuitem', { name: 'Sign-in link…' }).click()
    await panel.getByRole('button', { name: 'Create sign-in link' }).click()
    const shown = panel.getByRole('region', { name: 'sign-in link', exact: true })
    await panel.getByText('for your programs only').waitFor()
    const link = (await shown.innerText()).trim()
    const page = await stage.newVisitor()
    await page.goto(link)
    await page.getByText(await readEmail(stage.service, partnerId)).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    const other = await stage.newVisitor()
    await other.goto(link)
    await other.getByText('This sign-in link has already been used').waitFor()
    await other.getByRole('button', { name: 'Request a new link' }).click()
    await other.getByLabel('Email').waitFor()
    expect(new URL(other.url()).hash).toBe('')
    // Such a session can view payout details but not change them.
    await page.goto(absoluteUrl(portal('payout-details')))
    await page.getByText('you can view payout details but not change them', { exact: false }).waitFor()
    expect(await page.getByLabel('IBAN').count()).toBe(0)
  })
})

describeInChromium('signing in to the portal', () => {
  beforeAll(openDemo)

  test('with a requested link, and every email gets the same response', async () => {
    const page = await stage.newVisitor()
    await page.goto(absoluteUrl('/partner/sign-in#unknown-token'))
    await page.getByRole('alert').getByText('This sign-in link has already been used').waitFor()
    await page.getByRole('button', { name: 'Request a new link' }).press('Enter')
    const email = page.getByLabel('Email')
    await hasFocus(email)
    await email.fill('nobody@strangers.test')
    await page.getByRole('button', { name: 'Send sign-in link' }).click()
    await page.getByRole('status').getByText('within 15 minutes').waitFor()
    await expect.poll(() => focusedText(page)).toContain('Check your email')
    // A repeated request sends nothing; the page says so, and shows when another link can be requested.
    await page.getByRole('button', { name: /^Send another link in \d+ (s|min)$/ }).waitFor()
    await page.getByRole('button', { name: 'Use another email' }).press('Enter')
    await hasFocus(email)
    await page.getByRole('button', { name: 'Send sign-in link' }).click()
    await page.getByText('we sent an email a moment ago. Check your inbox and spam folder').waitFor()
  })

  test('with a passkey, until it is removed', async () => {
    const page = await stage.newVisitor()
    await signInAsPartner(page.context(), (await signInAs(stage.service, partnerId)).token)
    const browser = await page.context().newCDPSession(page)
    await browser.send('WebAuthn.enable')
    await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(absoluteUrl('/partner/profile'))
    await page.getByLabel('Name', { exact: true }).fill('My laptop')
    const add = page.getByRole('button', { name: 'Add passkey' })
    await add.click()
    await page.getByText('never used').waitFor()
    await add.click()
    await page.getByText('This device already has a passkey for your account.').waitFor()
    await page.getByRole('button', { name: 'Rename My laptop' }).click()
    await page.getByRole('listitem').getByLabel('Name', { exact: true }).fill('Old laptop')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Old laptop').waitFor()
    expect(await findBarriers(page)).toEqual([])
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
    await signOut.click()
    const signIn = page.getByRole('button', { name: 'Sign in with a passkey' })
    await signIn.click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.goto(absoluteUrl('/partner/profile'))
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByText('Old laptop', { exact: true }).waitFor({ state: 'detached' })
    await signOut.click()
    await signIn.click()
    await page.getByText('Sign-in with this passkey failed').waitFor()
  })

  test('is offered in a new tab if the session ends while the partner is typing, and the text is kept', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.openPortal(program.partnerId, portal('payout-details', program))
    const endSessions = () => stage.service.database.kysely.deleteFrom('partner_sessions').execute()
    await fillBankAccount(page, IBAN)
    await endSessions()
    await page.getByRole('button', { name: 'Save' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended' })
    await notice.waitFor()
    expect(await findBarriers(page)).toEqual([])
    const [newTab] = await Promise.all([
      page.waitForEvent('popup'),
      notice.getByRole('link', { name: 'Sign in again' }).click(),
    ])
    await newTab.getByRole('heading', { name: 'Partner sign-in' }).waitFor()
    await signInAsPartner(page.context(), (await signInAs(stage.service, program.partnerId)).token)
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Maya Example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Future payouts will use these details.').waitFor()

    await page.goto(absoluteUrl(portal('links', program)))
    await settled(page)
    await page.getByRole('button', { name: 'New link code' }).click()
    await endSessions()
    await page.getByRole('button', { name: 'Create link' }).click()
    await notice.getByRole('link', { name: 'Sign in again' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(portal('links', program))
    await page.getByRole('link', { name: 'Payouts' }).click()
    await page.waitForURL('**/partner/sign-in?ended=true&next=**')
  })
})

describeInChromium('in the portal, a partner', () => {
  beforeAll(openDemo)

  test('uses the chart with custom dates in the URL, exact amounts, and values of the highlighted day', async () => {
    const partner = await signInAs(stage.service, partnerId)
    const ownOverview = async (query: string) =>
      (await partner.call('GET', `/programs/${stage.demo.program.id}/overview?${query}`)).body.data
    const page = await stage.openPortal(partnerId, portal('overview'))
    await page.getByText(/^Feb 9 – Mar 10, 2026, compared to Jan 10 – Feb 8, 2026\./).waitFor()
    // A skip link passes the header and tabs.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.getByRole('button', { name: 'Earned' }).click()
    const { earnedByCurrency } = await ownOverview('period=30d')
    const [dollars, euros] = (['USD', 'EUR'] as const).map((currency) =>
      new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
        earnedByCurrency[currency] / 100,
      ),
    )
    await page.getByText(`${dollars} in total`).waitFor()
    const chart = page.getByRole('img', { name: /^Earned by day, Feb 9 – Mar 10, 2026: / })
    expect(await chart.getAttribute('aria-label')).toContain(`: ${dollars} in total; highest on `)
    await page.getByRole('button', { name: 'EUR' }).click()
    await page.getByText(`${euros} in total`).waitFor()
    expect(new URL(page.url()).search).toBe('?show=earned&currency=EUR')
    await chart.scrollIntoViewIfNeeded()
    const box = await chart.boundingBox()
    if (box === null) throw new Error('the chart is not drawn')
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
    await page.getByText(/^Tue, Mar 10, 2026 \(so far\): €\d+\.\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('columnheader', { name: 'Earned' }).waitFor()

    await page.goto(absoluteUrl(portal('overview')))
    await page.getByRole('button', { name: 'Dates' }).click()
    const dates = page.getByRole('form', { name: 'Custom dates' })
    const show = async (from: string, to: string) => {
      await dates.getByLabel('Start date').fill(from)
      await dates.getByLabel('End date').fill(to)
      await dates.getByRole('button', { name: 'Apply', exact: true }).click()
    }
    await show('2026-02-20', '2026-02-10')
    await dates.getByText('The start date is after the end date.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await show('2026-02-10', '2026-02-12')
    const summary = 'Feb 10 – 12, 2026, compared to Feb 7 – 9, 2026.'
    await page.getByText(summary).waitFor()
    expect(new URL(page.url()).search).toBe('?from=2026-02-10&to=2026-02-12')
    await page.reload()
    await page.getByText(summary).waitFor()
    const { clicks } = await ownOverview('dateFrom=2026-02-10&dateTo=2026-02-12')
    await page.getByText(`${clicks} clicks in total`).waitFor()
    await page.getByRole('link', { name: 'Earnings' }).click()
    await page.getByRole('link', { name: 'Links', exact: true }).click()
    await page.getByRole('button', { name: 'Feb 10 – 12, 2026' }).waitFor()
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText(/^Mar 4 – 10, 2026, /).waitFor()
    const tooMany = daysBefore('2026-03-10', limits.customRangeDays)
    await page.goto(absoluteUrl(`${portal('overview')}?from=${tooMany}&to=2026-03-10`))
    await page.getByRole('alert').getByText('must not exceed 1830 days').waitFor()
  })

  test('creates links up to the limit, and copies the URL of a page', async () => {
    const program = await stage.emptyProgram()
    await callAsTeam('PATCH', `${program.id}/portal-settings`, { ownLinks: 2 })
    await stage.service.database.kysely
      .updateTable('programs')
      .set({ site_url: 'https://shop.example/' })
      .where('id', '=', program.id)
      .execute()
    const page = await stage.openPortal(program.partnerId, portal('links', program), { width: PHONE_PX })
    await page.getByLabel('Page').fill('plans')
    await page.getByLabel('Label', { exact: true }).fill('news')
    await page.getByText(`https://shop.example/plans?aff=${program.code}&sub=news`).waitFor()
    await page.getByRole('button', { name: 'QR code' }).click()
    await page.getByRole('img', { name: /^QR code for https:\/\/shop\.example\/plans/ }).waitFor()
    await page.getByLabel('Page').fill('https://evil.example/')
    await page.getByText('Only pages on shop.example count').waitFor()
    await page.getByLabel('Page').fill(`/${'plans'.repeat(400)}`)
    await page.getByLabel('Label', { exact: true }).fill('ü'.repeat(255))
    await page.getByText('Too long for a QR code.').waitFor()
    await page.getByLabel('Page').fill('plans')
    await page.getByLabel('Label', { exact: true }).fill('news')

    await page.getByRole('button', { name: 'New link code' }).click()
    const code = page.getByLabel('Code (optional)')
    const make = page.getByRole('button', { name: 'Create link' })
    for (const [written, fieldError] of [
      ['maya video!', 'Use letters, digits and - . _ ~ without spaces'],
      [program.code, 'This code is taken'],
    ] as const) {
      await code.fill(written)
      await make.click()
      await page.getByText(fieldError).waitFor()
      await hasFocus(code)
    }
    await code.fill(`last-${program.id}`)
    // A double press doesn't create two links.
    await make.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await page.getByText('You’ve reached the maximum of 2 links.').waitFor()
    await expect.poll(() => focusedText(page)).toBe(`Link last-${program.id} created.`)
    await page.getByText('https://shop.example/plans?aff=last-').waitFor()
    expect(await page.getByLabel('Label', { exact: true }).inputValue()).toBe('news')
    const links = stage.service.database.kysely.selectFrom('links').select('id')
    expect(await links.where('program_id', '=', program.id).execute()).toHaveLength(2)
  })

  test('filters earnings by date, and sees the total of all matching rows', async () => {
    const partner = await signInAs(stage.service, partnerId)
    const page = await stage.openPortal(partnerId, portal('earnings'), { width: PHONE_PX })
    await page.getByRole('button', { name: 'Last month' }).click()
    expect(new URL(page.url()).search).toBe('?from=2026-02-01&to=2026-02-28')
    const query = 'from=2026-02-01&to=2026-02-28'
    const totals = (await partner.call('GET', `/programs/${stage.demo.program.id}/earnings-totals?${query}`))
      .body.data
    const count = totals.reduce((sum: number, { earnings }: { earnings: number }) => sum + earnings, 0)
    const total = page.getByText(`Total of ${count} earnings, after refunds and reversals`)
    await total.waitFor()
    const [dollars] = totals.filter(({ currency }: { currency: string }) => currency === 'USD')
    const net = (dollars.amountCents - dollars.reversedCents) / 100
    const text = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(net)
    expect(await total.locator('..').innerText()).toContain(text)
    const rows = page.locator('main li:has(> button[aria-expanded])')
    expect(new Set((await rows.allInnerTexts()).map((row) => row.match(/Feb \d+, 2026/) !== null))).toEqual(
      new Set([true]),
    )
    expect(await readWidth(page)).toBe(PHONE_PX)
    expect(await findBarriers(page)).toEqual([])
    const file = await download(page, () => page.getByRole('link', { name: 'CSV' }).click())
    expect(file.text.trim().split('\n')).toHaveLength(count + 1)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    expect(new URL(page.url()).search).toBe('')
  })

  test('keeps the program’s branding on the sign-in page that an emailed link leads to', async () => {
    const page = await stage.newVisitor({ width: PHONE_PX })
    await page.goto(absoluteUrl(`${portal('payouts')}?program=${stage.demo.slug}`))
    await page.getByRole('heading', { name: 'Partner sign-in' }).waitFor()
    await page.getByText('Demo program').waitFor()
    const { search } = new URL(page.url())
    expect(search).toBe(`?next=${encodeURIComponent(`/programs/${stage.demo.program.id}/payouts`)}`)
  })

  test('sees the reason for an amount, loads the rest of a list, and gets an error for missing pages', async () => {
    const page = await stage.openPortal(partnerId, portal('earnings'), { width: PHONE_PX })
    await page
      .getByRole('button', { name: /Customer [0-9A-F]{6}/ })
      .first()
      .click()
    await page.getByText(/clicked your link maya on/).waitFor()
    await page.getByText(/The program pays .* of each sale/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const earnings = page.locator('main li:has(> button[aria-expanded])')
    // After loading more, the focus is on the first new row.
    const more = page.getByRole('button', { name: 'Show more' })
    let before = 0
    while ((await more.count()) > 0) {
      before = await earnings.count()
      await more.press('Enter')
      await expect.poll(() => earnings.count()).toBeGreaterThan(before)
      await settled(page)
    }
    expect(before).toBeGreaterThan(0)
    await hasFocus(earnings.nth(before))
    // A program beyond the list's limit can be opened by its URL; another partner's program can't.
    await page.route('**/api/partner/programs', (route) => route.fulfill({ json: { data: [] } }))
    await page.goto(absoluteUrl(portal('payouts')))
    await page.getByRole('navigation', { name: 'Program' }).waitFor()
    await page.goto(absoluteUrl('/partner/programs/999999/payouts'))
    await page.getByText('Page not found').waitFor()
  })

  test('adds payout details, changes them and withdraws the change; the next payout shows what it is waiting for', async () => {
    const program = await stage.emptyProgram()
    await callAsTeam('PATCH', `${program.id}/payout-settings`, { detailsRequired: true, payDay: 15 })
    const page = await stage.openPortal(program.partnerId, portal('payouts', program), { width: PHONE_PX })
    const next = page.getByRole('region', { name: 'Next payout' })
    await next
      .getByText('No earnings yet. Your next payout will appear here, along with what it’s waiting for.')
      .waitFor()
    await page.getByText('No payout details yet.').waitFor()
    await page.getByRole('link', { name: 'Add payout details' }).click()
    await page
      .getByText('These details take effect immediately. Later changes take effect after three days.')
      .waitFor()
    const codes = await page
      .getByLabel('Country')
      .evaluate((select: HTMLSelectElement) => [...select.options].map(({ value }) => value).filter(Boolean))
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const known = letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry)
    expect(codes.sort()).toEqual(known)
    // No account type is preselected, because the right one depends on the country.
    expect(await page.getByLabel('IBAN').count()).toBe(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('For a US account, choose account and routing number').waitFor()
    await page.getByLabel('Method').selectOption({ label: 'Bank transfer (account and routing number)' })
    await page.getByLabel('Routing number').waitFor()
    await fillBankAccount(page, 'DE89 3704 0044 0532 0130 01')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The check digits don’t match; check for a typing error.').waitFor()
    expect(await page.getByLabel('IBAN').getAttribute('aria-invalid')).toBe('true')
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('IBAN').fill(IBAN)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Future payouts will use these details.').waitFor()
    const inUse = page.getByRole('region', { name: 'In use' })
    await inUse.getByText('DE•• •••• 3000').waitFor()
    await inUse.getByText('Maya Example').waitFor()
    await inUse.getByText('Address').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('0044')

    // The name and address are filled in, the account isn't.
    const edit = page.getByRole('region', { name: 'In use' }).getByRole('button', { name: 'Edit' })
    await edit.click()
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await hasFocus(edit)
    await edit.click()
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Maya Example')
    expect(await page.getByLabel('Country').inputValue()).toBe('DE')
    expect(await page.getByLabel('IBAN').inputValue()).toBe('')
    await page.getByText(/a change takes effect after three days\. We’ll email .* about it/).waitFor()
    await fillBankAccount(page, IBAN)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('These details are already saved. Nothing was changed.').waitFor()
    await edit.click()
    await page.getByLabel('Method').selectOption({ label: 'PayPal' })
    await fillPayee(page)
    await page.getByLabel('Account email').fill('=maya@pay.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be an email address of ASCII characters').waitFor()
    await page.getByLabel('Account email').fill('maya@pay.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The change takes effect in three days.').waitFor()
    const waiting = page.getByRole('region', { name: 'Pending change' })
    await waiting.getByText(/^A change takes effect on Mar 13, 2026/).waitFor()
    const signOut = waiting.getByRole('link', { name: 'sign out everywhere' })
    expect(await signOut.getAttribute('href')).toBe('/partner/profile')
    await waiting.getByRole('button', { name: 'Withdraw change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Withdraw change' }).click()
    await dialog.waitFor({ state: 'detached' })
    await waiting.waitFor({ state: 'detached' })
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    expect(await versions.count()).toBe(2)
    await versions.first().getByText('Withdrawn', { exact: true }).waitFor()
    await versions.last().getByText('In use').waitFor()

    const demoPage = await stage.openPortal(partnerId, portal('payouts'))
    await demoPage.getByText('Can’t be paid yet').waitFor()
    await settled(demoPage)
    // Without payout details, no payout is shown as upcoming; the amount and the card link to the form.
    expect(await demoPage.getByRole('link', { name: 'Add payout details' }).count()).toBe(2)
    const payoutSettings = `${stage.demo.program.id}/payout-settings`
    await callAsTeam('PATCH', payoutSettings, { minimums: [{ currency: 'USD', minimumCents: 100_000_000 }] })
    await demoPage.reload()
    const blocked = demoPage.getByRole('region', { name: 'Next payout' })
    await blocked.getByText(/^\$[\d,.]+ below the minimum payout\.$/).waitFor()
    await blocked.getByText('The program creates payouts manually and has no fixed payout day.').waitFor()
    await callAsTeam('PATCH', payoutSettings, { minimums: [] })
  })

  test('sets email preferences, exports personal data, and closes the account after typing the email', async () => {
    const program = await stage.emptyProgram()
    const { email, call } = await signInAs(stage.service, program.partnerId)
    const page = await stage.openPortal(program.partnerId, '/partner/profile', { width: PHONE_PX })
    const sales = page.getByRole('checkbox', { name: 'New earnings' })
    await sales.click()
    await page.getByRole('status').getByText('Saved.').waitFor()
    const chosen = await call('GET', `/programs/${program.id}/mail-preferences`)
    expect(chosen.body.data).toEqual({ firstClick: true, sales: false, statements: true, isMailed: true })
    // Choices made in quick succession are all saved, and a failed save is shown and reverted.
    const statements = page.getByRole('checkbox', { name: 'Monthly statements' })
    const firstClick = page.getByRole('checkbox', { name: 'Your first click' })
    await page.evaluate(() => {
      for (const box of document.querySelectorAll<HTMLInputElement>('main input[type=checkbox]'))
        if (!box.closest('label')?.innerText.startsWith('New earnings')) box.click()
    })
    const preferences = async () => (await call('GET', `/programs/${program.id}/mail-preferences`)).body.data
    await expect.poll(preferences).toMatchObject({ firstClick: false, statements: false })
    await page.route('**/mail-preferences', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await statements.click()
    await page.getByText('Not saved. Your previous choice still applies.').waitFor()
    await expect.poll(() => statements.isChecked()).toBe(false)
    await page.unroute('**/mail-preferences')
    await statements.click()
    await firstClick.click()
    await expect.poll(preferences).toMatchObject({ firstClick: true, statements: true })
    await page.reload()
    await expect.poll(() => sales.isChecked()).toBe(false)
    const everything = page.getByRole('button', { name: 'Download my data' })
    const file = await download(page, () => everything.click())
    expect(file.name).toBe('partner-export.json')
    expect(JSON.parse(file.text).account.email).toBe(email)

    const ask = page.getByRole('button', { name: 'Close my account…' })
    await ask.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await hasFocus(ask)
    await ask.press('Enter')
    await hasFocus(page.getByRole('region', { name: 'Closing' }))
    const last = page.getByRole('button', { name: 'Close my account permanently' })
    expect(await last.isDisabled()).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Type your email to confirm').fill(email.toUpperCase())
    const knows = page.getByRole('checkbox', { name: 'I understand what is still owed to me' })
    if ((await knows.count()) > 0) await knows.check()
    // Offline, a request fails at once and isn't sent later.
    await page.context().setOffline(true)
    await last.click()
    await page.getByText('won’t be sent again automatically').waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText(/Can’t reach the service/).count()).toBe(0)
    await settled(page)
    expect(await page.getByText('Your account is closed.').count()).toBe(0)
    await last.click()
    await page.getByText('Your account is closed.').waitFor()
    await page.goto(absoluteUrl('/partner'))
    await page.waitForURL('**/partner/sign-in')

    const closed = await stage.open(`/programs/${program.id}/partners/${program.partnerId}`)
    await closed.getByText('Closed by the partner on').waitFor()
    expect(
      await closed.getByRole('button', { name: /Approve|View as|Activate link|Create link/ }).count(),
    ).toBe(0)
    await closed.getByRole('button', { name: 'More', exact: true }).click()
    await closed.getByRole('menuitem', { name: 'View all customers' }).waitFor()
    expect(await closed.getByRole('menuitem', { name: /Reject|sign-in/ }).count()).toBe(0)
    await closed.keyboard.press('Escape')
    expect(await closed.getByRole('region', { name: 'Emails' }).count()).toBe(0)
    await settled(closed)
    expect(await findBarriers(closed)).toEqual([])
  })

  test('signs in again before closing the account if the session is old, and signs out everywhere', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.openPortal(program.partnerId, '/partner/profile')
    await stage.service.database.kysely
      .updateTable('partner_sessions')
      .set({ created_at: new Date('2021-01-01') })
      .execute()
    await page.reload()
    await page.getByText('This requires a sign-in within the last 15 minutes.').first().waitFor()
    await page.getByRole('button', { name: 'Send sign-in link' }).first().click()
    await page
      .getByRole('status')
      .getByText(await readEmail(stage.service, program.partnerId))
      .waitFor()
    await page.getByText('This device', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL('**/partner/sign-in?everywhere')
    await page.getByText('You’re signed out on all devices.').waitFor()
    await page.goto(absoluteUrl(portal('overview', program)))
    await page.waitForURL('**/partner/sign-in?next=**')
  })

  test('loads at most 175 kB initially, and shows a day’s values in the chart on touch', async () => {
    const files = new Set<string>()
    const page = await stage.newVisitor({ width: PHONE_PX, hasTouch: true })
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/assets/') || pathname === '/partner') files.add(pathname)
    })
    await signInAsPartner(page.context(), (await signInAs(stage.service, partnerId)).token)
    await page.goto(absoluteUrl(portal('overview')))
    await settled(page)
    expect(files.size).toBeGreaterThan(3)
    let bytes = 0
    for (const url of files) {
      const headers = { 'accept-encoding': 'gzip, deflate, br' }
      bytes += (await stage.service.app.inject({ url, headers })).rawPayload.length
    }
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_LIMIT_BYTES)
    await page.getByRole('img', { name: /^Clicks by day/ }).tap()
    await page.getByText(/^\w{3}, \w{3} \d+, 2026: \d+ clicks?$/).waitFor()
  })
})

describeInChromium('the portal in a delegated session', () => {
  /** Pages from two other sites, on localhost. */
  let pages: { listed: string; other: string; leadTo(address: string): void }

  beforeAll(async () => {
    await openDemo()
    pages = await servePages()
    const { id } = stage.demo.program
    // The settings only accept HTTPS origins.
    await callAsTeam('PATCH', `${id}/portal-settings`, { embedOrigins: ['https://shop.example'] })
    await stage.service.database.kysely
      .updateTable('portal_settings')
      .set({ embed_origins: ['https://shop.example', pages.listed] })
      .where('program_id', '=', id)
      .execute()
  })

  test('lets the team view what the partner sees, without changing anything', async () => {
    const look = { colorScheme: 'dark', width: PHONE_PX } as const
    const page = await stage.open(`/programs/${stage.demo.program.id}/partners/${partnerId}`, look)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'View as partner' }).click()
    const view = await opened
    await view.setViewportSize({ width: PHONE_PX, height: 860 })
    const banner = view.getByText(/^You’re viewing the portal as .*\. You can’t change anything\.$/)
    await banner.waitFor()
    expect(new URL(view.url()).hash).toBe('')
    for (const tab of ['Earnings', 'Payouts', 'Links']) {
      await view.getByRole('navigation', { name: 'Program' }).getByRole('link', { name: tab }).click()
      await view.getByRole('heading', { name: tab, level: 1 }).waitFor()
      expect(await banner.isVisible()).toBe(true)
    }
    await expect.poll(() => view.getByText('Loading').count()).toBe(0)
    expect(await findBarriers(view)).toEqual([])
    expect(await view.getByRole('button', { name: 'Create link' }).count()).toBe(0)
    expect(await view.getByRole('link', { name: 'Profile' }).count()).toBe(0)
    const cookies = await view.context().cookies()
    expect(cookies.map(({ name }) => name)).toEqual(['affiliate.session_token'])
    await view.reload()
    await view.getByRole('heading', { name: 'This session has ended' }).waitFor()
  })

  test('can be embedded on allowed pages without cookies, even in a sandbox, and nowhere else', async () => {
    const embedAddress = async () =>
      String((await callAsTeam('POST', `${stage.demo.program.id}/partners/${partnerId}/embed-token`)).url)
    const profile = (await stage.newVisitor()).context()
    // Chromium logs the blocked frame as a console error, so this page may report errors.
    const page = await profile.newPage()
    const frame = page.frameLocator('iframe')
    pages.leadTo(await embedAddress())
    await page.goto(pages.listed)
    await frame.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await frame.getByRole('link', { name: 'Links', exact: true }).click()
    await frame.getByRole('button', { name: 'New link code' }).click()
    await frame.getByLabel('Code (optional)').fill('framed')
    await frame.getByRole('button', { name: 'Create link' }).click()
    await frame.getByText('Link framed created.').waitFor()
    await frame.getByRole('link', { name: 'Earnings' }).click()
    const file = await download(page, () => frame.getByRole('button', { name: 'CSV' }).click())
    expect(file.name).toMatch(/\.csv$/)
    expect(await frame.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
    // Browsers may block cookies in frames.
    expect(await profile.cookies()).toEqual([])

    const rejected = () =>
      page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    const address = await embedAddress()
    pages.leadTo(address)
    await Promise.all([rejected(), page.goto(pages.other)])
    expect(await frame.getByRole('heading').count()).toBe(0)
    const body = { token: address.split('#')[1] }
    const entered = await send(stage.service.app, 'POST', '/api/partner/delegated-sessions', { body })
    expect(entered.status, 'the ticket is still valid').toBe(200)
    // Allowed pages can't embed the service's other pages.
    pages.leadTo(absoluteUrl('/partner'))
    await Promise.all([rejected(), page.goto(pages.listed)])
  })
})

/** Serves a page with a sandboxed frame, under any hostname. */
async function servePages() {
  let shown = ''
  const sandbox = 'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups'
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>Shop</title>
      <h1>Shop</h1><iframe title="Partner portal" src="${shown}" sandbox="${sandbox}"></iframe></html>`)
  })
  const port = await listen(server, 0)
  addCleanup(() => server.close())
  return {
    listed: `http://shop.localhost:${port}`,
    other: `http://evil.localhost:${port}`,
    leadTo(address: string) {
      shown = address
    },
  }
}

async function fillBankAccount(page: Page, iban: string) {
  await page.getByLabel('Method').selectOption({ label: 'Bank transfer (IBAN)' })
  await page.getByLabel('IBAN').fill(iban)
  await fillPayee(page)
}

async function fillPayee(page: Page) {
  await page.getByLabel('Legal name').fill('Maya Example')
  await page.getByLabel('Street address').fill('Street 1')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
}
