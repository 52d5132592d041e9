import { describe, expect, it } from 'vitest'
import type { ReportedPayment, ReportedRefund } from '../processors/processor.ts'
import { comparePayment, compareRefund } from './compare-entry.rule.ts'
import type { RecordedPayment, RecordedRefund } from './reconciliation.ts'

const listed: ReportedPayment = {
  kind: 'payment',
  transaction_id: 'in_1',
  references: ['in_1'],
  bill_id: 'in_1',
  is_linked: true,
  is_paid: true,
  charge: undefined,
  amount_from: 'invoice',
  amount_cents: 4900,
  tax_amount_cents: undefined,
  currency: 'USD',
  sale_type: 'payment',
  is_recurring: false,
  subscription_id: undefined,
  subscription_interval: undefined,
  product_id: undefined,
  click_id: undefined,
  customer_key: undefined,
  reference_key: undefined,
  email: undefined,
  processor_customer_id: undefined,
}

const recorded: RecordedPayment = {
  payment_id: 1,
  sale_id: 2,
  transaction_id: 'in_1',
  state: 'attributed',
  reason: null,
  amount_cents: 4900,
  amount_from: 'invoice',
  currency: 'USD',
  unpaid_since: null,
  created_sale: true,
  sale_cents: 4900,
  sale_currency: 'USD',
}
const unattributed = {
  ...recorded,
  sale_id: null,
  sale_cents: null,
  state: 'unattributed',
  reason: 'no_customer',
}
const onlyIds = {
  ...unattributed,
  state: 'announced',
  reason: null,
  amount_cents: null,
  amount_from: null,
  currency: null,
}
const merchants = {
  ...recorded,
  payment_id: null,
  amount_cents: null,
  amount_from: null,
  currency: null,
  state: null,
  created_sale: false,
}

describe('comparePayment', () => {
  it.each([
    ['the same amount matches', listed, recorded, 'matched'],
    ['no record is missing', listed, undefined, 'missing'],
    ['a record with only its IDs is missing', listed, onlyIds, 'missing'],
    [
      'a checkout that is waiting for its money is missing',
      listed,
      { ...unattributed, unpaid_since: new Date(0) },
      'missing',
    ],
    ['a payment without a partner is unattributed', listed, unattributed, 'unattributed'],
    ['a dismissed payment is unattributed', listed, { ...unattributed, state: 'dismissed' }, 'unattributed'],
    ['another amount differs', listed, { ...recorded, amount_cents: 4800 }, 'different_amount'],
    ['another currency differs', listed, { ...recorded, currency: 'EUR' }, 'different_amount'],
    ['an unattributed payment may differ', listed, { ...unattributed, amount_cents: 1 }, 'different_amount'],
    [
      'a better report differs',
      listed,
      { ...recorded, amount_from: 'checkout', amount_cents: 5900 },
      'different_amount',
    ],
    [
      'a less accurate report doesn’t differ',
      { ...listed, amount_from: 'checkout', amount_cents: 5900 },
      recorded,
      'matched',
    ],
    [
      'a captured part doesn’t differ',
      { ...listed, amount_from: 'checkout' },
      { ...recorded, amount_from: 'charge', amount_cents: 200 },
      'matched',
    ],
    ['the merchant’s sale matches', listed, merchants, 'matched'],
    [
      'the merchant’s sale with another amount differs',
      listed,
      { ...merchants, sale_cents: 4000 },
      'different_amount',
    ],
    ['an adjusted sale for the same payment matches', listed, { ...recorded, sale_cents: 4000 }, 'matched'],
  ] as const)('%s', (_label, payment, known, state) => {
    expect(comparePayment(payment, known === undefined ? [] : [known])?.state).toBe(state)
  })

  it('ignores a checkout without money', () => {
    expect(comparePayment({ ...listed, is_paid: false }, [])).toBeUndefined()
  })
})

const at = new Date('2026-03-05T08:00:00Z')
const refund: ReportedRefund = {
  kind: 'refund',
  references: ['pi_1'],
  bill_id: undefined,
  is_linked: true,
  refund_id: 're_1',
  charge_id: 'ch_1',
  charge: undefined,
  amount_cents: 900,
  currency: 'USD',
  made_at: at,
  is_withdrawn: false,
  reason: undefined,
}
const known: RecordedRefund = {
  payment_id: 1,
  sale_id: null,
  kind: 'refund',
  refund_id: 're_1',
  charge_id: 'ch_1',
  amount_cents: 900,
  currency: 'USD',
  is_withdrawn: false,
  occurred_at: at,
}
const total = { ...known, refund_id: null }
const dispute = { ...refund, kind: 'dispute', refund_id: 'dp_1' } as const
const knownDispute = { ...known, kind: 'dispute', refund_id: 'dp_1' }
const failure = { ...refund, kind: 'failed_refund' } as const

describe('compareRefund', () => {
  it.each([
    ['the same refund matches', refund, [known], 'matched'],
    ['a refund with another amount differs', refund, [{ ...known, amount_cents: 800 }], 'different_amount'],
    ['an unrecorded refund is missing', refund, [{ ...known, refund_id: 're_2' }], 'missing'],
    ['a refund in a later total matches', refund, [total], 'matched'],
    [
      'a refund after the total is missing',
      refund,
      [{ ...total, occurred_at: new Date(at.getTime() - 1) }],
      'missing',
    ],
    ['a refund in another charge’s total is missing', refund, [{ ...total, charge_id: 'ch_2' }], 'missing'],
    ['the same total matches', { ...refund, refund_id: undefined }, [total], 'matched'],
    [
      'a larger total is missing',
      { ...refund, refund_id: undefined, amount_cents: 1000 },
      [total],
      'missing',
    ],
    [
      'the larger of two totals at the same time counts',
      { ...refund, refund_id: undefined },
      [{ ...total, amount_cents: 800 }, total],
      'matched',
    ],
    [
      'a smaller total differs',
      { ...refund, refund_id: undefined, amount_cents: 100 },
      [total],
      'different_amount',
    ],
    ['a failure of a recorded refund is missing', failure, [known], 'missing'],
    ['a recorded failure matches', failure, [known, { ...known, kind: 'failed_refund' }], 'matched'],
    ['a failure of an unknown refund didn’t move money', failure, [], undefined],
    ['an unrecorded dispute is missing', dispute, [known], 'missing'],
    ['a recorded dispute matches', dispute, [knownDispute], 'matched'],
    [
      'a won dispute whose win is not recorded is missing',
      { ...dispute, is_withdrawn: true },
      [knownDispute],
      'missing',
    ],
    [
      'a won dispute that was never recorded didn’t move money',
      { ...dispute, is_withdrawn: true },
      [],
      undefined,
    ],
  ] as const)('%s', (_label, one, refunds, state) => {
    expect(compareRefund(one, recorded, refunds)?.state).toBe(state)
  })

  it('treats a refund of an unknown payment as unattributed', () => {
    expect(compareRefund(refund, undefined, [])).toEqual({ state: 'unattributed', reason: 'payment_unknown' })
  })
})
