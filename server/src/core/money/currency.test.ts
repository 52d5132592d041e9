import * as published from 'dinero.js/currencies'
import { describe, expect, test } from 'vitest'
import { type Currency, DECIMALS, DEFAULT_CURRENCIES, isCurrency, NO_CURRENCY } from './currency.ts'

/** Codes in the published list that can't be spent: funds, units of account, and an expired currency. */
const NO_MONEY = new Set('BOV CHE CHW CLF COU MXV USN UYI UYW XAD BGN'.split(' '))
/** Currencies whose minor unit is a fifth instead of a decimal, although ISO 4217 lists two digits. */
const FIFTHS = new Set(['MGA', 'MRU'])

describe('the ISO 4217 currencies', () => {
  const publishedCurrencies = Object.values(published).filter(({ code }) => !NO_MONEY.has(code))

  test('match an independent list, including decimals', () => {
    expect(publishedCurrencies.length).toBeGreaterThan(150)
    const digits = publishedCurrencies.map(({ code, exponent }) => [code, FIFTHS.has(code) ? 2 : exponent])
    expect(DECIMALS).toEqual(Object.fromEntries(digits))
  })

  test('are known to the runtime, which provides their display names', () => {
    const supported = new Set(Intl.supportedValuesOf('currency'))
    // Currencies too new for older runtimes.
    const recentCodes = new Set(['XCG', 'ZWG', 'SLE', 'VED'])
    expect(Object.keys(DECIMALS).filter((code) => !supported.has(code) && !recentCodes.has(code))).toEqual([])
  })

  test.each(['XXX', 'XTS', 'XAU', 'XDR', 'ABC', 'usd', '', 'toString', '__proto__'])(
    "don't include %j",
    (code) => {
      expect(isCurrency(code)).toBe(false)
    },
  )

  test('default to the specification’s and exclude NO_CURRENCY', () => {
    expect(DEFAULT_CURRENCIES).toEqual(['USD', 'EUR', 'VND'])
    expect(isCurrency(NO_CURRENCY)).toBe(false)
    const examples: Currency[] = ['USD', 'VND', 'JPY', 'KWD', 'BHD', 'CLP', 'MGA']
    expect(examples.map((code) => DECIMALS[code])).toEqual([2, 0, 0, 3, 3, 0, 2])
  })
})
