import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { approveCommissions } from '../../server/src/earnings/commissions/approve-commissions.job.ts'
import { closePartnerMonths } from '../../server/src/portal/partner-portal/close-partner-months.job.ts'
import { notifyPartnersOfNews } from '../../server/src/portal/partner-portal/notify-partners.job.ts'
import { BROWSER, send, startSession } from '../../server/test/harness.ts'
import { createSender } from '../../server/test/notifications/mail/mail-helpers.ts'
import { type ReceivedMail, startMailServer } from '../../server/test/notifications/mail/mail-server.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { openShop } from '../../tracker/test/shop.ts'
import { absoluteUrl, openStage, settled } from './stage.ts'

const PHONE_PX = 390
const DESK_PX = 1440
const EMAIL = 'ada@blog.test'
const CUSTOMER = 'ann@customers.test'
const SEPA_SCHEMA = new URL('../../server/test/earnings/payment-files/sepa-transfer.xsd', import.meta.url)
const IBAN = 'NL91ABNA0417164300'

/** Decodes a subject with characters outside ASCII (RFC 2047). */
const decoded = (subject: string) =>
  subject.replace(/=\?UTF-8\?Q\?(.*?)\?=\s*/g, (_, text: string) =>
    decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
  )

describeInChromium('the partner journey', () => {
  test('a partner applies, is approved, refers a sale, is paid by file, and sees the reason for each amount', async () => {
    const mails = await startMailServer()
    const stage = await openStage({ config: { mail: mails.settings() } })
    const sender = createSender(stage.service.deps)
    /** Returns the newest email to the partner with this subject, after sending all pending ones. */
    const mailed = async (subject: RegExp): Promise<ReceivedMail> => {
      await sender.sendDue()
      expect(sender.errors).toEqual([])
      const found = mails.received.findLast(
        ({ to, headers }) => to[0] === EMAIL && subject.test(decoded(headers.subject ?? '')),
      )
      if (found === undefined) throw new Error(`no mail ${subject} among ${listSubjects(mails.received)}`)
      return found
    }
    const { clock, deps } = stage.service
    const program = await stage.emptyProgram()
    const at = (path: string) => absoluteUrl(`/programs/${program.id}/${path}`)

    const team = await stage.open(`/programs/${program.id}/settings?section=join-page`, { width: DESK_PX })
    await team.getByLabel('Join page URL').fill('acme')
    await team.getByRole('button', { name: 'Save branding' }).click()
    await team.getByText('Branding saved.').first().waitFor()
    await team.getByText('By approval').click()
    await team.getByRole('button', { name: 'Save join page' }).click()
    await team.getByText('Join page saved.').first().waitFor()

    const partner = await stage.newVisitor({ width: PHONE_PX })
    await partner.goto(absoluteUrl('/join/acme'))
    await partner.getByLabel('Name').fill('Ada')
    await partner.getByLabel('Email').fill(EMAIL)
    await partner.getByRole('button', { name: 'Apply now' }).click()
    await partner.getByRole('heading', { name: 'Thank you' }).waitFor()
    await mailed(/we received your application/)

    await team.goto(at('applications'))
    await team.getByText(EMAIL).click()
    await team.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await team.getByRole('dialog', { name: 'Approve Ada?' }).getByRole('button', { name: 'Approve' }).click()
    await team.getByText('Ada is now a partner.').first().waitFor()
    expect((await mailed(/Welcome[ _]to[ _]Acme/)).text).toContain(absoluteUrl('/partner'))

    await team.goto(at('partners'))
    await team.getByText('Ada', { exact: true }).click()
    await team.getByRole('button', { name: 'More' }).click()
    await team.getByRole('menuitem', { name: 'Sign-in link…' }).click()
    await team.getByText('They request a sign-in link there and get it by email').waitFor()
    expect(await team.getByRole('button', { name: 'Create sign-in link' }).count()).toBe(0)

    const signIn = async (path = '', heading = 'Overview') => {
      await partner.goto(absoluteUrl(`/partner${path}`))
      await partner.getByLabel('Email').fill(EMAIL)
      await partner.getByRole('button', { name: 'Send sign-in link' }).click()
      await partner.getByRole('status').getByText('within 15 minutes').waitFor()
      await partner.goto(portalLink(await mailed(/Your sign-in link/)))
      await partner.getByRole('button', { name: 'Sign in' }).click()
      await partner.getByRole('heading', { name: heading, level: 1 }).waitFor()
    }
    await signIn()
    await partner.getByRole('link', { name: 'Acme partners' }).click()
    await partner.getByRole('link', { name: 'Links', exact: true }).click()
    await settled(partner)
    const code = (await partner.locator('.font-mono').first().innerText()).replace(/^.*aff=/, '')

    const shop = await openShop()
    onTestFinished(() => shop.close())
    shop.head = `<script src="${absoluteUrl('/js/tracker.js')}" data-program-id="${program.id}" defer></script>`
    // An automated browser's default user agent would be treated as a bot.
    const visitor = await partner.context().browser()?.newPage({ userAgent: BROWSER })
    if (visitor === undefined) throw new Error('the browser has closed')
    onTestFinished(() => visitor.close())
    await visitor.goto(`http://shop.localhost:${shop.port}/?aff=${code.trim()}`)
    await expect.poll(() => readClickId(visitor), { timeout: 20_000 }).toMatch(/^\d+-/)
    const click_id = await readClickId(visitor)
    const merchant = (path: string, body: object) =>
      send(stage.service.app, 'POST', path, { bearer: program.liveKey, body })
    const lead = await merchant('/api/v1/track/lead', { click_id, customer_key: 'cus-1', email: CUSTOMER })
    expect(lead.status, lead.text).toBe(200)
    const order = { transaction_id: 'order-1', amount_cents: 12_345, currency: 'EUR', customer_key: 'cus-1' }
    const sale = await merchant('/api/v1/track/sale', order)
    expect(sale.status, sale.text).toBe(200)

    const portal = (page: string) => absoluteUrl(`/partner/programs/${program.id}/${page}`)
    await partner.goto(portal('overview'))
    await partner.getByText('€24.69').first().waitFor()
    await partner.goto(portal('earnings'))
    await partner.getByRole('button', { name: /^Sale, Customer [0-9A-F]{6}/ }).click()
    await partner.getByText(`clicked your link ${code.trim()} on`).waitFor()
    await partner.getByText('The program pays 20% of each sale').waitFor()
    clock.advance({ minutes: 15 })
    await notifyPartnersOfNews(deps)
    await mailed(/your first click/)
    expect((await mailed(/you earned €24\.69/)).text).not.toContain(CUSTOMER)

    await enterPayoutDetails(partner)
    expect((await mailed(/your payout details were added/)).text).not.toContain(IBAN)

    clock.advance({ days: 31 })
    expect(await approveCommissions(deps)).toBeGreaterThan(0)
    await team.goto(at('payouts'))
    await team.getByRole('button', { name: 'Create payouts' }).click()
    await team.getByRole('dialog').getByRole('button', { name: 'Create payouts' }).click()
    await team.getByText('1 payout created: €24.69.').first().waitFor()
    expect((await mailed(/€24\.69 is on its way/)).text).not.toContain(CUSTOMER)
    const file = await downloadSepaFile(team)
    const schema = await readFile(SEPA_SCHEMA, 'utf8')
    expect((await validateXML({ xml: file, schema })).errors).toEqual([])
    expect(file).toContain(`<IBAN>${IBAN}</IBAN>`)
    expect(file).toContain('<InstdAmt Ccy="EUR">24.69</InstdAmt>')
    await team.getByText('€24.69').first().click()
    await team.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
    await team.getByLabel('Payment reference').fill('transfer 7')
    await team
      .getByRole('dialog', { name: 'Mark €24.69 as paid?' })
      .getByRole('button', { name: 'Mark as paid' })
      .click()
    await team.getByText('Payout to Ada marked as paid.').first().waitFor()
    expect((await mailed(/€24\.69 was paid to you/)).text).toContain('transfer 7')

    clock.advance({ days: 21 })
    await closePartnerMonths(deps)
    await mailed(/your April 2026 statement/)
    const refund = { refundId: 'back-1', amountCents: 5000, reason: 'The shoes were too small' }
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const path = `/api/programs/${program.id}/sales/${sale.body.sale_id}/refunds`
    const refunded = await send(stage.service.app, 'POST', path, { bearer, body: refund })
    expect(refunded.status, refunded.text).toBeLessThan(300)
    clock.advance({ minutes: 15 })
    await notifyPartnersOfNews(deps)
    expect((await mailed(/€10\.00/)).text).not.toContain(CUSTOMER)

    // A month later the session has expired, and a new link leads to the requested page.
    await signIn(`/programs/${program.id}/payouts`, 'Payouts')
    await partner.getByText('transfer 7').waitFor()
    const [statement] = await Promise.all([
      partner.waitForEvent('popup'),
      partner.getByRole('link', { name: 'Open statement for April 2026' }).click(),
    ])
    await statement.getByRole('heading', { name: 'Statement for April 2026' }).waitFor()
    await partner.goto(portal('earnings'))
    await partner.getByRole('button', { name: /^Sale, Customer [0-9A-F]{6}/ }).click()
    await partner.getByText('€24.69 was paid in payout').waitFor()
    await partner.getByText(/^€10\.00 was reversed on .+: €50\.00 of the sale was refunded\.$/).waitFor()
    await partner.getByText('The next payout will be €10.00 lower.').waitFor()
    expect(await partner.content()).not.toContain(CUSTOMER)
  }, 300_000)
})

async function enterPayoutDetails(partner: Page) {
  await partner.getByRole('link', { name: 'Payouts' }).click()
  await partner.getByRole('link', { name: 'Add payout details' }).click()
  await partner.getByLabel('Method').selectOption({ label: 'Bank transfer (IBAN)' })
  await partner.getByLabel('IBAN').fill(IBAN)
  await partner.getByLabel('Legal name').fill('Ada Example')
  await partner.getByLabel('Street address').fill('Straat 1')
  await partner.getByLabel('City').fill('Amsterdam')
  await partner.getByLabel('Country').selectOption({ label: 'Netherlands' })
  await partner.getByRole('button', { name: 'Save' }).click()
  await partner.getByText('Saved. Future payouts will use these details.').waitFor()
}

/** A payment file is offered for the new batch; its form asks for the account to pay from. */
async function downloadSepaFile(team: Page): Promise<string> {
  const dialog = team.getByRole('dialog', { name: /^Payment file for batch/ })
  await dialog.getByLabel('Account holder').fill('Acme GmbH')
  await dialog.getByLabel('IBAN').fill('DE89370400440532013000')
  await dialog.getByText(/^1 payout, €24\.69/).waitFor()
  const [download] = await Promise.all([
    team.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download file' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })
  return readFile(await download.path(), 'utf8')
}

/** Returns the portal link in an email. */
function portalLink({ text }: ReceivedMail): string {
  const found = /http:\/\/\S+\/partner\/\S+/.exec(text)?.[0]
  if (found === undefined) throw new Error('no link in the mail')
  return found
}

function listSubjects(all: readonly ReceivedMail[]): string {
  return all.map(({ to, headers }) => `${to[0]}: ${headers.subject}`).join('\n')
}

async function readClickId(page: Page): Promise<string | undefined> {
  const all = await page.context().cookies()
  return all.find(({ name }) => name === 'service_click_id')?.value
}
