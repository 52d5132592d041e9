import { beforeAll, expect, test } from 'vitest'
import { send, type TestProgram } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { saved } from '../../server/test/tracking/requests/request-helpers.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { focusedText, readWidth, toast } from './actions.ts'
import { absoluteUrl, findBarriers, openStage, type Stage, settled } from './stage.ts'
import { createTracker } from './tracking.ts'

let stage: Stage

const PHONE_PX = 390
const TODAY = '2026-03-10'

describeInChromium('claims', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  /** A sale for an unknown customer, which the service rejects. */
  async function rejectSale({ liveKey }: TestProgram, transaction_id: string) {
    const body = { transaction_id, amount_cents: 4900, customer_key: 'who-is-that' }
    const sale = await send(stage.service.app, 'POST', '/api/v1/track/sale', { body, bearer: liveKey })
    expect(sale.status).toBe(400)
    await saved(stage.service)
  }

  test('a partner asks about a missing sale, claims it, gets it approved and sees the reason', async () => {
    const program = await stage.emptyProgram()
    const affiliate_url = `https://shop.test/?aff=${program.code}`
    await createTracker(stage.service)('click', { affiliate_url })
    await rejectSale(program, 'A-4711')
    const portal = `/partner/programs/${program.id}/earnings`
    const page = await stage.openPortal(program.partnerId, portal, { width: PHONE_PX })
    await page.getByRole('button', { name: 'Missing a sale?' }).click()
    const ask = page.getByRole('button', { name: 'Look up', exact: true })
    const order = page.getByLabel('Order number')
    await order.fill('  ')
    await ask.click()
    await page.getByText('Enter the order number.').waitFor()
    await page.getByLabel('Look up by').selectOption('Day')
    const day = page.getByLabel('Day', { exact: true })
    expect(await day.getAttribute('max')).toBe(TODAY)
    await day.fill('2026-03-11')
    await ask.click()
    await page.getByText('This date is in the future. Today is Tue, Mar 10, 2026.').waitFor()
    expect(await day.getAttribute('aria-invalid')).toBe('true')
    await day.fill(TODAY)
    await ask.click()
    await page.getByText('your links brought 1 click and 0 signups. No sales').waitFor()
    const reason = page.getByLabel('Why is this sale yours?')
    await reason.fill('She bought by my link.')

    // A changed form hides the result but keeps the typed reason.
    await page.getByLabel('Look up by').selectOption('Order')
    await order.fill('A-4711')
    await reason.waitFor({ state: 'hidden' })
    expect(await page.getByRole('button', { name: 'Send claim' }).count()).toBe(0)
    await ask.press('Enter')
    await page.getByText('Think order A-4711 is yours?').waitFor()
    expect(await focusedText(page)).toBe('Look up')
    expect(await reason.inputValue()).toBe('She bought by my link.')
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBe(PHONE_PX)
    await page.getByLabel('Date on the receipt').fill('2026-03-09')
    await page.getByLabel('Amount on the receipt').fill('49.00 EUR')
    await page.getByRole('button', { name: 'Send claim' }).press('Enter')
    await expect.poll(() => focusedText(page)).toContain('Claim sent.')
    await page.getByText('In review', { exact: true }).waitFor()
    await page.getByText('Date: Mon, Mar 9, 2026. Amount: 49.00 EUR.').first().waitFor()
    // A claim isn't offered twice, and its reason isn't reused.
    await ask.click()
    await page.getByText('Claim sent.', { exact: false }).waitFor()
    expect(await page.getByText('We couldn’t find this order in your account.').count()).toBe(0)
    expect(await page.getByText(/^Think .* is yours/).count()).toBe(0)
    // A response to an earlier inquiry isn't shown for a changed form.
    let answer = () => {}
    const responseReleased = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/inquiries', (route) => responseReleased.then(() => route.continue()), { times: 1 })
    await order.fill('A-4713')
    await ask.click()
    await order.fill('A-4712')
    answer()
    await expect.poll(() => ask.isEnabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Send claim' }).count()).toBe(0)
    await ask.click()
    await page.getByText('Think order A-4712 is yours?').waitFor()
    expect(await reason.inputValue()).toBe('')

    const team = await stage.open(`/programs/${program.id}/claims`)
    await team.getByRole('link', { name: /Claims\s*1\s*claim to review/ }).waitFor()
    await team.getByText('Order A-4711').first().click()
    await team.getByText('She bought by my link.').waitFor()
    await team.getByText('Rejected sale request').waitFor()
    await team.getByRole('button', { name: 'Approve', exact: true }).click()
    await team.getByText('Choose one.', { exact: false }).waitFor()
    await team.getByRole('button', { name: 'Approve claim' }).click()
    await team.getByText('Choose a customer or a click.', { exact: false }).waitFor()
    expect(await findBarriers(team)).toEqual([])
    await team.getByLabel('Customer').selectOption({ index: 1 })
    await team.getByText(/earns \$9\.80, on hold until/).waitFor()
    await team.getByLabel('Reply (optional)').fill('You are right, thank you.')
    await team.getByRole('button', { name: 'Approve claim' }).click()
    await toast(team, 'Claim approved.')
    await team.getByRole('link', { name: 'View commission' }).waitFor()
    // The decision is shown without opening the lookup.
    await page.goto(absoluteUrl(portal))
    const decided = page.getByRole('region', { name: 'Your claims' }).getByRole('listitem')
    await decided.getByText('Order A-4711').waitFor()
    await decided.getByText(/^Sent Mar 10, 2026.*, approved Mar 10, 2026/).waitFor()
    await page.getByText('You are right, thank you.').waitFor()
    await decided.getByRole('link', { name: 'View earning' }).click()
    await page.getByText('You claimed this sale, and the program approved your claim on').waitFor()
  })

  test('a claim is withdrawn after a confirmation, and a claim for a day is decided after an order lookup', async () => {
    const program = await stage.emptyProgram()
    await rejectSale(program, 'A-5000')
    const { call } = await signInAs(stage.service, program.partnerId)
    const claims = `/programs/${program.id}/claims`
    expect((await call('POST', claims, { transactionId: 'B-1', note: 'Mine.' })).status).toBe(201)
    const filed = await call('POST', claims, { day: TODAY, note: 'Someone bought.' })
    const page = await stage.openPortal(
      program.partnerId,
      `/partner/programs/${program.id}/earnings?missing=sale`,
    )
    const withdraw = page.getByRole('button', { name: 'Withdraw the claim for B-1' })
    const question = page.getByRole('dialog', { name: 'Withdraw the claim for order B-1?' })
    await withdraw.press('Enter')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await withdraw.press('Enter')
    await question.getByRole('button', { name: 'Withdraw claim' }).press('Enter')
    await page.getByText('Withdrawn', { exact: true }).waitFor()
    await expect.poll(() => focusedText(page)).toContain('Order B-1')

    const look = { colorScheme: 'dark', width: PHONE_PX } as const
    const team = await stage.open(`${claims}?open=${filed.body.data.id}`, look)
    await team.getByText('The partner gave a date but no order number.').waitFor()
    const order = team.getByLabel('Order number')
    const approve = team.getByRole('button', { name: 'Approve', exact: true })
    const review = async (id: string) => {
      await order.fill(id)
      await team.getByRole('button', { name: 'Look up order' }).click()
    }
    await review('not-there')
    await team.getByText('No sale was received for this order.').waitFor()
    await review('A-5000')
    await team.getByRole('heading', { name: 'Evidence for order A-5000' }).waitFor()
    await approve.waitFor()
    await order.fill('A-5001')
    await approve.waitFor({ state: 'detached' })
    await order.fill('A-5000')
    await approve.click()
    await team.getByText('Order A-5000 becomes a sale for this partner').waitFor()
    await settled(team)
    expect(await findBarriers(team)).toEqual([])
    expect(await readWidth(team)).toBe(PHONE_PX)
    await team.goto(absoluteUrl(`${claims}?open=${filed.body.data.id}`))
    await team.getByRole('button', { name: 'Reject', exact: true }).click()
    await team.getByLabel('Reply').fill('There were no purchases that day.')
    await team.getByRole('button', { name: 'Reject claim' }).click()
    await toast(team, 'Claim rejected.')
    await page.reload()
    await page.getByText('Reason: There were no purchases that day.').waitFor()
  })
})
