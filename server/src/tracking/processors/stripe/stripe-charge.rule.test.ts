import { describe, expect, it } from 'vitest'
import { readCharge, readChargeAmounts, readRefundedCharge } from './stripe-charge.rule.ts'

describe('amountsOfCharge', () => {
  it.each([
    ['captured in full', [500, 500, 0], [500, 0, 0]],
    ['captured in full, refunded in part', [500, 500, 10], [500, 0, 10]],
    ['captured in full, refunded in full', [500, 500, 500], [500, 0, 500]],
    ['only authorized', [500, 0, 0], [0, 0, 0]],
    ['captured in part, with the rest released', [500, 200, 300], [200, 300, 0]],
    ['captured in part, then refunded in part', [500, 200, 310], [200, 300, 10]],
    ['captured in part, then refunded in full', [500, 200, 500], [200, 300, 200]],
    ['captured in part, with the rest still capturable', [500, 200, 0], [200, 0, 0]],
    ['captured in part, and refunded while the rest is still capturable', [500, 200, 10], [200, 0, 10]],
    ['released in full', [500, 0, 500], [0, 500, 0]],
    ['more captured than authorized', [500, 550, 50], [550, 0, 50]],
  ])('%s', (_name, [amount, amount_captured, amount_refunded], [captured, released, refunded]) => {
    const charge = { amount, amount_captured, amount_refunded }
    expect(readChargeAmounts(charge)).toEqual({ captured, released, refunded })
  })

  it('treats an old charge without amount_captured as captured in full or not at all', () => {
    const charge = { amount: 500, amount_refunded: 0 }
    expect(readChargeAmounts({ ...charge, captured: true })).toMatchObject({ captured: 500 })
    expect(readChargeAmounts({ ...charge, captured: false })).toMatchObject({ captured: 0 })
  })

  it.each([{ amount: 'all' }, { amount: -1 }, { amount: 500, amount_refunded: 0.5 }])(
    '%j is invalid',
    (charge) => {
      expect(readChargeAmounts(charge)).toBeUndefined()
    },
  )
})

const charge = { id: 'ch_1', payment_intent: 'pi_1', currency: 'isk', amount: 50_000 }

describe('a charge event', () => {
  it('reports both parts in minor units', () => {
    expect(readCharge({ ...charge, amount_captured: 20_000, amount_refunded: 30_000 })?.charge).toEqual({
      charge_id: 'ch_1',
      currency: 'ISK',
      amount_cents: 200,
      released_cents: 300,
    })
  })

  it('reports no money for an authorization', () => {
    expect(readCharge({ ...charge, amount_captured: 0 })?.charge).toBeUndefined()
  })

  it('reports only the captured part as refunded', () => {
    const released = { ...charge, amount_captured: 20_000, amount_refunded: 30_000 }
    expect(readRefundedCharge(released)).toMatchObject({ kind: 'linked' })
    const refunded = { ...released, amount_refunded: 31_000 }
    expect(readRefundedCharge(refunded)).toMatchObject({ kind: 'refund', amount_cents: 10 })
  })
})
