import { describe, expect, test } from 'vitest'
import { DECIMALS, isCurrency } from '../../../core/money/currency.ts'
import { fromStripeAmount } from './stripe-amount.rule.ts'

/** Zero-decimal and three-decimal currencies, according to Stripe's documentation. */
const ZERO_DECIMAL = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THREE_DECIMAL = 'BHD JOD KWD OMR TND'.split(' ')
const TWO_DECIMAL_AND_WHOLE = ['ISK', 'UGX']

/** Dinars that Stripe doesn't support, so their unit is unknown. */
const NOT_OF_STRIPE = new Set(['IQD', 'LYD'])

describe('amountOfStripe', () => {
  test('converts one unit of each currency, however Stripe counts it', () => {
    for (const [currency, digits] of Object.entries(DECIMALS)) {
      if (NOT_OF_STRIPE.has(currency)) continue
      const stripeDigits = ZERO_DECIMAL.includes(currency) ? 0 : THREE_DECIMAL.includes(currency) ? 3 : 2
      expect([currency, fromStripeAmount(7 * 10 ** stripeDigits, currency)]).toEqual([
        currency,
        7 * 10 ** digits,
      ])
    }
    for (const code of [...ZERO_DECIMAL, ...THREE_DECIMAL, ...TWO_DECIMAL_AND_WHOLE])
      expect(isCurrency(code)).toBe(true)
  })

  test.each([
    ['thousandths unchanged', 5_120, 'KWD', 5_120],
    ['thousandths that are not a multiple of ten', 5_124, 'KWD', 5_124],
    ['forints with their fillér', 1_045, 'HUF', 1_045],
    ['an unknown currency', 1_045, 'ZZZ', 1_045],
    ['the name of a built-in property', 5, 'constructor', 5],
    ['no currency', 500, undefined, 500],
    ['a fraction of a króna', 550, 'ISK', undefined],
    ['a fraction of a shilling', 1, 'UGX', undefined],
    ['more ariary than a safe integer holds', Number.MAX_SAFE_INTEGER, 'MGA', undefined],
    ['the largest amount in shillings', 9_007_199_254_740_900, 'UGX', 90_071_992_547_409],
  ])('%s', (_label, amount, currency, ours) => {
    expect(fromStripeAmount(amount, currency)).toBe(ours)
  })
})
