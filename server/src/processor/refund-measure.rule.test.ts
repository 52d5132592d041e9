import { describe, expect, it } from 'vitest'
import { type MeasuredRefunds, measureOf, scaleTo } from './refund-measure.rule.ts'

const usd = (amount_cents: number | null) => ({ amount_cents, currency: 'USD' })
const vnd = (amount_cents: number) => ({ amount_cents, currency: 'VND' })
const facts: MeasuredRefunds = {
  sale: { amount_cents: 4900, currency: 'USD' },
  refunds: 'USD',
  payments: [{ amount_cents: null, currency: null }],
  charges: undefined,
}

describe('what a refund of the processor is of a sale', () => {
  it.each<[string, Partial<MeasuredRefunds>, bigint, number | undefined]>([
    ['the same payment', { payments: [usd(4900)] }, 1000n, 1000],
    ['a payment with tax, of a sale without', { payments: [usd(5831)] }, 1000n, 840],
    ['a charge with tax', { charges: { cents: 5831n, currency: 'USD' } }, 5831n, 4900],
    ['half up', { payments: [usd(9800)] }, 1n, 1],
    ['never more than the sale', { payments: [usd(4900)] }, 2n ** 70n, 4900],
    [
      'the payment before its charges',
      { payments: [usd(4900)], charges: { cents: 9800n, currency: 'USD' } },
      10n,
      10,
    ],
    ['several invoices in one charge', { payments: [usd(4900), usd(4900)] }, 2000n, 1000],
    [
      'one of them unknown: the charge',
      { payments: [usd(4900), usd(null)], charges: { cents: 9800n, currency: 'USD' } },
      2000n,
      1000,
    ],
    ['no total is known: cents of the same currency', {}, 1000n, 1000],
    ['no currency is known: as the sale', { refunds: null }, 1000n, 1000],
    ['another currency with the payment’s total', { refunds: 'VND', payments: [vnd(750_000)] }, 2000n, 13],
    [
      'another currency with the charge',
      { refunds: 'VND', charges: { cents: 750_000n, currency: 'VND' } },
      2000n,
      13,
    ],
    ['another currency without a total', { refunds: 'VND' }, 2000n, undefined],
    ['another currency than every total', { refunds: 'VND', payments: [usd(4900)] }, 2000n, undefined],
  ])('%s', (_name, more, cents, expected) => {
    const measure = measureOf({ ...facts, ...more })
    expect(measure && scaleTo(measure, cents)).toBe(expected)
  })
})
