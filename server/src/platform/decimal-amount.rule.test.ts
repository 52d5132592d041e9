import { expect, test } from 'vitest'
import { decimalAmount } from './decimal-amount.rule.ts'

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
] as const)('$amount_cents minor units of $currency are $decimal', ({ amount_cents, currency, decimal }) => {
  expect(decimalAmount(amount_cents, currency)).toBe(decimal)
})
