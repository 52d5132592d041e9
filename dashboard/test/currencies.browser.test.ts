import { expect, test } from 'vitest'
import { type Currency, DECIMALS } from '../../server/src/platform/currency.ts'
import { send, signInMember } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { digitsOf } from '../src/format/money.ts'
import { openStage, type Stage, settled } from './stage.ts'

const CURRENCIES: Currency[] = ['USD', 'EUR', 'VND', 'JPY', 'KWD']

test('the dashboard has the digits that the service writes and reads amounts with', () => {
  const digits = Object.keys(DECIMALS).map((code) => [code, digitsOf(code)])
  expect(Object.fromEntries(digits)).toEqual(DECIMALS)
})

/** A program with a sale in each of these currencies, 24,525 of its minor units, whose commission is approved. */
async function programWithSales({ service, emptyProgram }: Stage, currencies: Currency[]) {
  const program = await emptyProgram({ rateBps: 2_000 })
  const { app } = service
  const bearer = program.liveKey
  const click = await send(app, 'POST', '/api/v1/track/click', {
    body: { affiliate_url: `https://shop.test/?aff=${program.code}` },
  })
  const lead = { click_id: click.body.click_id, customer_key: 'cus-1' }
  await send(app, 'POST', '/api/v1/track/lead', { bearer, body: lead })
  const commissionIds: number[] = []
  for (const currency of currencies) {
    const sale = {
      transaction_id: `order-${currency}`,
      amount_cents: 24_525,
      currency,
      customer_key: 'cus-1',
    }
    const { body } = await send(app, 'POST', '/api/v1/track/sale', { bearer, body: sale })
    commissionIds.push(body.commission_id)
  }
  const session = await signInMember(service, program)
  const url = `/api/programs/${program.id}/commissions/approve`
  const approved = await send(app, 'POST', url, { bearer: session, body: { commissionIds } })
  expect(approved.status).toBe(200)
  return program
}

describeInChromium('an installation with yen and dinars', () => {
  test('is shown, asked and paid in each by its own digits', async () => {
    const stage = await openStage({ config: { currencies: CURRENCIES } })
    const program = await programWithSales(stage, ['JPY', 'KWD', 'USD'])
    const page = await stage.open(`/programs/${program.id}/overview`)
    await settled(page)
    const shown = async () => (await page.locator('main').innerText()).replaceAll('\u00a0', ' ')
    for (const words of ['$245.25', '¥24,525', 'KWD 24.525']) await expect.poll(shown).toContain(words)

    await page.getByRole('link', { name: 'Payouts' }).first().click()
    await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
    await page.getByRole('radio', { name: 'Balances' }).click()
    await settled(page)
    for (const words of ['$49.05', '¥4,905', 'KWD 4.905']) await expect.poll(shown).toContain(words)
    await page.getByRole('button', { name: 'Make payouts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make payouts' })
    const offered = await dialog.getByLabel('Currency').getByRole('option').allInnerTexts()
    expect(offered).toEqual(['Every currency', ...CURRENCIES])
    await dialog.getByLabel('Currency').selectOption('KWD')
    await dialog.getByLabel('Smallest payout (KWD)').fill('4.9051')
    await dialog.getByRole('button', { name: 'Make payouts' }).click()
    await dialog.getByText('Type an amount with at most three decimals and no separators').waitFor()
    await dialog.getByLabel('Smallest payout (KWD)').fill('4,905') // four dinars, or thousands?
    await dialog.getByRole('button', { name: 'Make payouts' }).click()
    await dialog.getByText('Type an amount with at most three decimals and no separators').waitFor()
    await dialog.getByLabel('Smallest payout (KWD)').fill('4.905')
    await dialog
      .getByText(/KWD\s4\.905/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Make payouts' }).click()
    await page
      .locator('ol > li')
      .getByText(/^1 payout made: KWD\s4\.905\./)
      .waitFor()

    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByLabel('Commission per lead', { exact: true }).fill('1.5')
    await page.getByLabel('Currency of the commission per lead').selectOption('JPY')
    const save = page.getByRole('group', { name: 'Money' }).getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByText('Type a whole amount without separators, such as 250000.').waitFor()
    await page.getByLabel('Currency of the commission per lead').selectOption('KWD')
    await save.click()
    await page.getByText('Money saved.').first().waitFor()
    const read = (url: string) => page.evaluate(async (address) => (await fetch(address)).json(), url)
    expect((await read(`/api/programs/${program.id}`)).data.perLeadCommission).toEqual({
      amountCents: 1_500,
      currency: 'KWD',
    })
  })
})
