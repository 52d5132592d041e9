import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Currency, DECIMALS } from '../../core/money/currency.ts'
import { parseExchangeRate, USD_RATE, usdCents } from './exchange-rate.rule.ts'

const rate = (text: string) => {
  const parsed = parseExchangeRate(text)
  if (parsed === undefined) throw new Error(`${text} is no rate`)
  return parsed
}

describe('parseExchangeRate', () => {
  it.each([
    ['1', 1n, 0],
    ['1.0832', 10832n, 4],
    ['0.0000393', 393n, 7],
    ['0.000000000001', 1n, 12],
    ['999999999.999999999999', 999_999_999_999_999_999_999n, 12],
  ])('parses %s as the digits %s with the scale %s', (text, digits, scale) => {
    expect(parseExchangeRate(text)).toEqual({ digits, scale })
  })

  it.each([
    '',
    '0',
    '0.0',
    '-1',
    '+1',
    '1.',
    '.5',
    '1,08',
    '1e3',
    ' 1',
    '1 ',
    'NaN',
    '1234567890',
    '0.1234567890123',
  ])('rejects "%s", which is not a decimal', (text) => expect(parseExchangeRate(text)).toBeUndefined())
})

/** Currencies with no, two and three decimals. */
const CURRENCIES: Currency[] = ['USD', 'EUR', 'VND', 'JPY', 'KWD', 'GBP', 'CHF', 'CLP']

describe('usdCents', () => {
  it.each([
    [10_000, 'EUR', '1.0832', 10_832n],
    [1, 'EUR', '1.4999', 1n],
    [1, 'EUR', '1.5', 2n],
    [1_000_000, 'VND', '0.0000393', 3930n],
    [1, 'VND', '0.0000393', 0n],
    [127, 'VND', '0.0000393', 0n],
    [128, 'VND', '0.0000393', 1n],
    [Number.MAX_SAFE_INTEGER, 'VND', '1', 900_719_925_474_099_100n],
    [12_345, 'USD', '1', 12_345n],
    [1, 'JPY', '0.00667', 1n],
    [980, 'JPY', '0.0067', 657n],
    [1_500, 'KWD', '3.25', 488n],
    [1, 'KWD', '3.25', 0n],
    [2, 'KWD', '2.5', 1n],
    [1_999, 'BHD', '0.000001', 0n],
    [Number.MAX_SAFE_INTEGER, 'KWD', '999999999.999999999999', 900_719_925_474_099_099_999_099n],
  ] as const)('converts %i %s at the rate %s to %s cents', (amount, currency, text, cents) => {
    expect(usdCents(amount, currency, rate(text))).toBe(cents)
  })

  const rates = fc.record({
    digits: fc.bigInt({ min: 1n, max: 10n ** 21n - 1n }),
    scale: fc.integer({ min: 0, max: 12 }),
  })

  it('differs from the exact product by at most half a cent', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(...CURRENCIES), rates, (amount, currency, one) => {
        const total = 10n ** BigInt(one.scale + DECIMALS[currency])
        const error = usdCents(amount, currency, one) * total - BigInt(amount) * one.digits * 100n
        expect(2n * (error < 0n ? -error : error) <= total).toBe(true)
      }),
    )
  })

  it('returns USD unchanged, and never returns less for a larger amount', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.maxSafeNat(),
        fc.constantFrom(...CURRENCIES),
        rates,
        (a, b, currency, one) => {
          expect(usdCents(a, 'USD', USD_RATE)).toBe(BigInt(a))
          const [lower, higher] = a < b ? [a, b] : [b, a]
          expect(usdCents(lower, currency, one) <= usdCents(higher, currency, one)).toBe(true)
        },
      ),
    )
  })
})
