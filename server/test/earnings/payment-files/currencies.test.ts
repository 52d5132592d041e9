import { describe, expect, test } from 'vitest'
import { withTransaction } from '../../../src/core/database/transaction.ts'
import { lockOpenPayouts } from '../../../src/earnings/payouts/payouts.sql.ts'
import { closePartnerMonths } from '../../../src/portal/partner-portal/close-partner-months.job.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'

const PAYEE = {
  payeeKind: 'person',
  legalName: 'Ann Müller',
  address: 'Street 1',
  city: 'Berlin',
  country: 'DE',
  email: 'ann@pay.test',
}

/**
 * Creates a program whose partner is paid by `method`, with one open payout of 1,234,567 minor units in each currency.
 */
async function openPayouts(method: 'paypal' | 'wise', currencies: readonly string[]) {
  const service = await startTestService({
    ownDatabase: true,
    now: '2026-03-10T12:00:00.000Z',
    environment: { CURRENCIES: 'USD,EUR,VND,JPY,KWD' },
  })
  const { app, clock } = service
  const shop = await openShop(service)
  const { id: programId, partnerId } = shop.program
  const bearer = await signInMember(service, shop.program)
  const partner = await signInAs(service, partnerId)
  await shop.customer('cus-1')
  const details = await partner.call('POST', `/programs/${programId}/payout-details`, { ...PAYEE, method })
  expect(details.status, details.text).toBe(200)
  const team = (verb: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    send(app, verb, `/api/programs/${programId}/${path}`, { bearer, ...(body === undefined ? {} : { body }) })
  for (const currency of currencies) {
    const sale = { transaction_id: currency, amount_cents: 5 * 1_234_567, customer_key: 'cus-1', currency }
    const { commission_id } = (await shop.sale(sale)).body
    await team('POST', 'commissions/approve', { commissionIds: [commission_id] })
  }
  const batch = await team('POST', 'payouts', {})
  expect(batch.status, batch.text).toBe(201)
  const batchId = batch.body.data.id
  const file = (body: object) => team('POST', 'payout-files', { batchId, ...body })
  const preview = (query: string) => team('GET', `payout-files?batchId=${batchId}&${query}`)
  return { service, clock, programId, partnerId, liveKey: shop.program.liveKey, bearer, team, file, preview }
}

const AMOUNTS = [
  ['USD', '12345.67'],
  ['VND', '1234567'],
  ['JPY', '1234567'],
  ['KWD', '1234.567'],
] as const

describe('a payment file', () => {
  test('is remembered, so that the next one warns about paying twice', async () => {
    const { service, programId, clock, team, file, preview } = await openPayouts('wise', ['USD', 'EUR'])
    const usd = () => preview('format=wise&currency=USD')
    const filedAt = async () =>
      Object.fromEntries(
        (await team('GET', 'payouts')).body.data.map((one: Record<string, string | null>) => [
          one.currency,
          one.filedAt,
        ]),
      )
    expect((await usd()).body.data.alreadyFiled).toBe(0)
    expect(await filedAt()).toEqual({ USD: null, EUR: null })
    const first = await file({ format: 'wise', currency: 'USD' })
    expect((await usd()).body.data).toMatchObject({ payouts: 1, alreadyFiled: 1 })
    const at = clock.now().toISOString()
    expect(await filedAt()).toEqual({ USD: at, EUR: null })
    // Downloading it again is allowed, and the file is the same.
    expect((await file({ format: 'wise', currency: 'USD' })).body.data.content).toBe(first.body.data.content)
    const { data: payouts } = (await team('GET', 'payouts')).body
    const { id } = payouts.find((one: { currency: string }) => one.currency === 'USD')
    const areOpen = () =>
      withTransaction(service, (transaction) => lockOpenPayouts(transaction, programId, [{ id }]))
    expect(await areOpen()).toBe(true)
    expect((await team('POST', `payouts/${id}/pay`)).status).toBe(200)
    expect(await filedAt()).toEqual({ USD: at, EUR: null })
    // A payout that was paid while its file was being written isn't in any file.
    expect(await areOpen()).toBe(false)
  })

  test('names the payouts that were refunded after they were created', async () => {
    const { service, liveKey, team, preview } = await openPayouts('wise', ['USD', 'EUR'])
    const refund = await send(service.app, 'POST', '/api/v1/track/refund', {
      bearer: liveKey,
      body: { transaction_id: 'USD', refund_amount_cents: 5000 },
    })
    expect(refund.status, refund.text).toBe(200)
    const { data: payouts } = (await team('GET', 'payouts')).body
    const { id } = payouts.find((one: { currency: string }) => one.currency === 'USD')
    expect((await preview('format=wise&currency=USD')).body.data).toMatchObject({
      amountCents: 1_234_567,
      refunded: [{ payoutId: id, currency: 'USD', amountCents: 1_234_567, refundedCents: 1000 }],
    })
    expect((await preview('format=wise&currency=EUR')).body.data.refunded).toEqual([])
  })

  test('for Wise pays in every configured currency, whatever its decimals', async () => {
    const { file, preview } = await openPayouts(
      'wise',
      AMOUNTS.map(([currency]) => currency),
    )
    for (const [currency, amount] of AMOUNTS) {
      const created = await file({ format: 'wise', currency })
      expect(created.status, created.text).toBe(200)
      const [, line] = created.body.data.content.split('\r\n')
      expect(line).toMatch(
        new RegExp(`^Ann Müller,ann@pay\\.test,P\\d+,PERSON,target,${amount},${currency},${currency}$`),
      )
      const previewResponse = await preview(`format=wise&currency=${currency}`)
      expect(previewResponse.body.data).toMatchObject({ payouts: 1, amountCents: 1_234_567 })
    }
    for (const currency of ['GBP', 'jpy']) {
      const rejected = await file({ format: 'wise', currency })
      expect([rejected.status, rejected.body.error.message]).toEqual([
        400,
        'currency must be one of USD, EUR, VND, JPY, KWD.',
      ])
    }
  })

  test('for PayPal pays in supported currencies, and for SEPA only in euros', async () => {
    const { file } = await openPayouts('paypal', ['JPY', 'KWD'])
    const created = await file({ format: 'paypal', currency: 'JPY' })
    expect(created.body.data.content).toMatch(/^ann@pay\.test,1234567,JPY,payout-\d+,Payout \d+\r\n$/)
    for (const [format, currency] of [
      ['paypal', 'KWD'],
      ['sepa', 'JPY'],
      ['sepa', 'KWD'],
    ]) {
      const rejected = await file({ format, currency })
      expect([rejected.status, rejected.body.error.details]).toEqual([400, { field: 'currency' }])
    }
  })
})

test('payouts in yen and dinars are exported, imported as paid and listed in the statement', async () => {
  const { service, clock, programId, partnerId, bearer, team } = await openPayouts('wise', ['JPY', 'KWD'])
  const minimums = [
    { currency: 'JPY', minimumCents: 5_000 },
    { currency: 'KWD', minimumCents: 10_000 },
  ]
  expect((await team('PATCH', 'payout-settings', { minimums })).body.data).toMatchObject({ minimums })
  const exportedFile = (await team('GET', 'payouts/export.csv')).text
  expect(exportedFile).toContain(',JPY,1234567,1234567,open,')
  expect(exportedFile).toContain(',KWD,1234567,1234.567,open,')
  const imported = await send(service.app, 'POST', `/api/programs/${programId}/payouts/import`, {
    bearer,
    headers: { 'content-type': 'text/csv' },
    body: exportedFile.replaceAll(',open,', ',paid,'),
  })
  expect(imported.body.data).toEqual({ paid: 2, unchanged: 0 })

  clock.set('2026-04-02T00:00:00.000Z')
  await closePartnerMonths(service.deps)
  const partner = await signInAs(service, partnerId)
  const readPortal = (path: string) => partner.call('GET', `/programs/${programId}/${path}?month=2026-03`)
  const page = (await readPortal('statement.html')).text
  expect(page).toContain('¥1,234,567')
  expect(page).toContain('1,234.567')
  const lines = (await readPortal('statement.csv')).text
  expect(lines).toContain('1234.567')
})
