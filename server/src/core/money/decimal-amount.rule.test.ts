import { expect, test } from 'vitest'
import { decimalAmount, groupedAmount, groupThousands } from './decimal-amount.rule.ts'

test.each([
  { amount_cents: 4905, currency: 'USD', decimal: '49.05' },
  { amount_cents: 4900, currency: 'EUR', decimal: '49.00' },
  { amount_cents: 5, currency: 'USD', decimal: '0.05' },
  { amount_cents: 50, currency: 'USD', decimal: '0.50' },
  { amount_cents: 0, currency: 'USD', decimal: '0.00' },
  { amount_cents: 250_000, currency: 'VND', decimal: '250000' },
  { amount_cents: 0, currency: 'VND', decimal: '0' },
  { amount_cents: Number.MAX_SAFE_INTEGER, currency: 'USD', decimal: '90071992547409.91' },
  { amount_cents: -5, currency: 'USD', decimal: '-0.05' },
  { amount_cents: -12_345, currency: 'EUR', decimal: '-123.45' },
  { amount_cents: -7, currency: 'VND', decimal: '-7' },
  { amount_cents: '123456789012345678901', currency: 'USD', decimal: '1234567890123456789.01' },
  { amount_cents: -9_007_199_254_740_993n, currency: 'USD', decimal: '-90071992547409.93' },
] as const)(
  'formats $amount_cents minor units of $currency as $decimal',
  ({ amount_cents, currency, decimal }) => {
    expect(decimalAmount(amount_cents, currency)).toBe(decimal)
  },
)

test.each([
  { amount_cents: 123_456_789, currency: 'USD', grouped: '1,234,567.89' },
  { amount_cents: -100_000, currency: 'EUR', grouped: '-1,000.00' },
  { amount_cents: 99_999, currency: 'USD', grouped: '999.99' },
  { amount_cents: 250_000, currency: 'VND', grouped: '250,000' },
  { amount_cents: -1_000, currency: 'VND', grouped: '-1,000' },
  { amount_cents: 999, currency: 'VND', grouped: '999' },
  { amount_cents: '123456789012345678901', currency: 'USD', grouped: '1,234,567,890,123,456,789.01' },
] as const)(
  'formats $amount_cents minor units of $currency as $grouped',
  ({ amount_cents, currency, grouped }) => {
    expect(groupedAmount(amount_cents, currency)).toBe(grouped)
  },
)

test("doesn't group decimal places", () => {
  expect([groupThousands('1234.56789'), groupThousands(12_345)]).toEqual(['1,234.56789', '12,345'])
})
