import { describe, expect, test } from 'vitest'
import { parseCurrencyList } from './currency-list.rule.ts'

describe('parseCurrencyList', () => {
  test.each([
    ['USD', ['USD']],
    ['USD,EUR,VND', ['USD', 'EUR', 'VND']],
    [' JPY , USD,KWD', ['JPY', 'USD', 'KWD']],
  ])('%j is a list', (text, currencies) => {
    expect(parseCurrencyList(text, 50)).toEqual({ currencies })
  })

  test.each([
    ['usd', 'names usd: codes are written in capitals, USD'],
    ['USD,ABC', 'names ABC, which is none of ISO 4217'],
    ['USD,XAU', 'names XAU, which is a metal'],
    ['USD,XTS', 'names XTS, which is a metal, a unit of account or no currency at all'],
    ['USD,XXX', 'names XXX'],
    ['USD,CLF', 'names CLF, which is none of ISO 4217'],
    ['USD,EUR,USD', 'names USD twice'],
    ['USD,,EUR', 'has an empty place'],
    ['USD;EUR', 'names USD;EUR'],
    [',', 'has an empty place'],
    ['EUR,VND', 'lacks USD: a sale that names no currency is in US dollars'],
    ['USD,EUR,VND,JPY', 'names 4 currencies: it takes at most 3'],
  ])('%j is none', (text, fault) => {
    expect(parseCurrencyList(text, 3)).toEqual({ fault: expect.stringContaining(fault) })
  })
})
