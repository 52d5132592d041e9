import { describe, expect, it } from 'vitest'
import { startTestService } from '../../harness.ts'
import {
  BASES,
  createCheckout,
  createIntent,
  expectSameMoney,
  newestSale,
  openWithBase,
  SCENARIOS,
} from './payment-tax.ts'
import { newId, publish } from './processor.ts'

const service = await startTestService({ now: '2026-03-10T12:00:00.000Z' })
const { database } = service

/** Every pair of events, in both orders. payment-tax.slow.test.ts tests all orders. */
const ORDERS = [
  [0, 1, 2, 3],
  [3, 2, 1, 0],
  [1, 3, 0, 2],
]

describe.each(BASES)('a program with the commission base %s', (...base) => {
  it.each(SCENARIOS)(
    'pays the same in any order of events when %s reports the tax',
    (_label, createTimeline) => expectSameMoney(service, base, createTimeline, ORDERS),
  )
})

describe('a tax that arrives after its checkout was recorded', () => {
  const openWithSale = async () => {
    const shop = await openWithBase(service, 'amount_without_tax')
    const { click_id } = await shop.customer('cus-1')
    const [intent, metadata] = [newId('pi'), { service_click_id: click_id }]
    await publish(shop, ...createIntent(intent, metadata))
    const state = () => publish(shop, 'checkout.session.completed', createCheckout(intent, metadata))
    return { shop, state }
  }

  it('adjusts the commission even if the platform fee, which ignores tax, is invoiced', async () => {
    const { shop, state } = await openWithSale()
    await database.kysely
      .updateTable('platform_fees')
      .set({ invoiced_cents: 417 })
      .where('program_id', '=', shop.program.id)
      .execute()
    await state()
    expect(await newestSale(shop)).toEqual([
      [11_900, 1_900, 0],
      [2_000, 0],
      [417, 0],
    ])
  })

  it('is queued for review if the commission is paid', async () => {
    const { shop, state } = await openWithSale()
    const [commission] = await shop.rows('commissions')
    const commissionIds = [commission?.id]
    expect((await shop.manage('POST', '/commissions/approve', { commissionIds })).status).toBe(200)
    expect((await shop.manage('POST', '/commissions/mark-paid', { commissionIds })).status).toBe(200)
    await state()
    expect((await newestSale(shop))[1]).toEqual([2_380, 0])
    const kept = (await shop.manage('GET', '/events-for-review?state=open')).body.data
    expect(kept).toMatchObject([{ reason: 'amount_differs', amountCents: 11_900 }])
  })
})
