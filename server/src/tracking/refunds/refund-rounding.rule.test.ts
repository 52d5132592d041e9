import { expect, it } from 'vitest'
import { type RefundRoundingData, refundRounding } from './refund-rounding.rule.ts'

const usd = (cents: number) => ({ amount_cents: BigInt(cents), currency: 'USD' })
const vnd = (cents: number) => ({ amount_cents: BigInt(cents), currency: 'VND' })
const net: RefundRoundingData = { sale: usd(10_000), payment: usd(11_900), is_shared: false, reports: 0 }

it.each<[string, Partial<RefundRoundingData>, bigint]>([
  ['without tax, one cent for the report', {}, 1n],
  ['without tax, one cent for each report', { reports: 2 }, 3n],
  ['no rounding for the same amount', { payment: usd(10_000), reports: 2 }, 0n],
  ['no rounding for an unknown payment', { payment: undefined, reports: 2 }, 0n],
  ['no rounding for a payment of zero', { payment: usd(0), reports: 2 }, 0n],
  ['one of several sales paid by a charge', { payment: usd(10_000), is_shared: true }, 1n],
  ['a smaller unit for the payment', { sale: vnd(1_000_000), payment: usd(3937) }, 255n],
  ['a larger unit for the sale', { sale: usd(3937), payment: vnd(1_000_000) }, 1n],
  ['the same number of decimals in another currency', { payment: vnd(10_000) }, 1n],
])('refundRounding returns the possible rounding error: %s', (_name, more, expected) => {
  expect(refundRounding({ ...net, ...more })).toBe(expected)
})
