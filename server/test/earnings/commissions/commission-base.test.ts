import { beforeEach, describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import { newId, openConnectedShop, paidInvoice, publish } from '../../tracking/processors/processor.ts'

const service = await startTestService()
const { app, database, clock } = service

let shop: Shop
let bearer: string

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  await shop.customer('cus-1')
})

const request = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  send(app, method, `/api/programs/${shop.program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })
const sell = async (transaction_id: string, amounts: Record<string, unknown>) =>
  (await shop.sale({ transaction_id, customer_key: 'cus-1', ...amounts })).body
const readCommission = async (id: number) => (await request('GET', `/commissions/${id}`)).body.data
const TAXED = { amount_cents: 11_900, tax_amount_cents: 1_900 }

describe('a program that calculates commissions excluding tax', () => {
  it('pays on the amount excluding tax from then on, including product policies, and returns the commission base', async () => {
    await request('POST', '/commission-policies', { productId: 'pro', type: 'percent', rateBps: 1000 })
    const before = await sell('o-1', TAXED)
    const changed = await request('PATCH', '', { commissionBase: 'amount_without_tax' })
    expect(changed.body.data).toMatchObject({ commissionBase: 'amount_without_tax' })
    const policies = (await request('GET', '/commission-policies')).body.data
    expect(
      policies.map((one: Record<string, unknown>) => [one.productId, one.version, one.commissionBase]),
    ).toEqual(
      expect.arrayContaining([
        [null, 2, 'amount_without_tax'],
        ['pro', 2, 'amount_without_tax'],
      ]),
    )
    const after = await sell('o-2', TAXED)
    const productSale = await sell('o-3', { ...TAXED, product_id: 'pro' })
    const untaxedSale = await sell('o-4', { amount_cents: 11_900 })
    const taxOnlySale = await sell('o-5', { amount_cents: 1_900, tax_amount_cents: 1_900 })
    const created = await Promise.all(
      [before, after, productSale, untaxedSale, taxOnlySale].map((sale) =>
        readCommission(sale.commission_id),
      ),
    )
    expect(created.map(({ baseCents, amountCents }) => [baseCents, amountCents])).toEqual([
      [11_900, 2_380],
      [10_000, 2_000],
      [10_000, 1_000],
      [11_900, 2_380],
      [0, 0],
    ])
    const event = await request('GET', `/commissions/${after.commission_id}`)
    expect(event.status).toBe(200)
    const explanation = await request('GET', '/explain?transactionId=o-2')
    expect(JSON.stringify(explanation.body)).toContain('of $100.00 ($119.00 less $19.00 tax)')
    const partner = await signInAs(service, shop.program.partnerId)
    const portalEarnings = await partner.call(
      'GET',
      `/programs/${shop.program.id}/earnings/${after.commission_id}`,
    )
    expect(JSON.stringify(portalEarnings.body)).toContain('20% of $100.00 ($119.00 minus $19.00 tax)')
    const file = await request('GET', '/commissions.csv')
    expect(file.text).toContain('Commission base')
    expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  })

  it('reverses commissions in proportion to the whole sale, down to the last cent', async () => {
    await request('PATCH', '', { commissionBase: 'amount_without_tax' })
    const sale = await sell('o-1', TAXED)
    const refund = (refund_id: string, refund_amount_cents: number) =>
      send(app, 'POST', '/api/v1/track/refund', {
        bearer: shop.program.liveKey,
        body: { transaction_id: 'o-1', refund_id, refund_amount_cents },
      })
    const remainingCents: number[] = []
    for (const [id, cents] of [
      ['r-1', 3_333],
      ['r-2', 3_333],
      ['r-3', 5_234],
    ] as const) {
      expect((await refund(id, cents)).status).toBe(200)
      remainingCents.push((await readCommission(sale.commission_id)).reversedCents)
    }
    // Refunds 2,000 of 11,900, then the same amount again, then the remaining amount.
    expect(remainingCents).toEqual([560, 1_120, 2_000])
    expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  })

  it('applies the same rule to a policy preview', async () => {
    await request('PATCH', '', { commissionBase: 'amount_without_tax' })
    await sell('o-1', TAXED)
    const preview = await request('POST', '/commission-policies/preview', { type: 'percent', rateBps: 1000 })
    expect(preview.body.data.totals).toMatchObject([{ earnedCents: 2_000, wouldEarnCents: 1_000 }])
  })
})

it('a commission is adjusted when the processor reports the tax later', async () => {
  const connected = await openConnectedShop(service)
  const owner = await signInMember(service, connected.program)
  await send(app, 'PATCH', `/api/programs/${connected.program.id}`, {
    bearer: owner,
    body: { commissionBase: 'amount_without_tax' },
  })
  const { click_id } = await connected.customer('cus-9')
  const [invoice, metadata] = [newId('in'), { service_click_id: click_id }]
  const amounts = { id: invoice, amount_paid: 11_900, total: 11_900, metadata }
  await publish(connected, 'invoice.paid', paidInvoice({ ...amounts, total_taxes: [{ amount: 1_900 }] }))
  expect(await connected.rows('commissions')).toMatchObject([{ amount_cents: 2_000 }])
  await connected.verify()
})
