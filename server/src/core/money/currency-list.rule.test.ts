import { describe, expect, test } from 'vitest'
import { parseCurrencyList } from './currency-list.rule.ts'

describe('parseCurrencyList', () => {
  test.each([
    ['USD', ['USD']],
    ['USD,EUR,VND', ['USD', 'EUR', 'VND']],
    [' JPY , USD,KWD', ['JPY', 'USD', 'KWD']],
  ])('accepts %j', (text, currencies) => {
    expect(parseCurrencyList(text, 50)).toEqual({ currencies })
  })

  test.each([
    ['usd', 'has usd: write codes in capitals, USD'],
    ['USD,ABC', 'has ABC, which is not in ISO 4217'],
    ['USD,XAU', 'has XAU, which is a metal'],
    ['USD,XTS', 'has XTS, which is a metal, a unit of account or no currency'],
    ['USD,XXX', 'has XXX'],
    ['USD,CLF', 'has CLF, which is not in ISO 4217'],
    ['USD,EUR,USD', 'has USD twice'],
    ['USD,,EUR', 'has an empty entry'],
    ['USD;EUR', 'has USD;EUR'],
    [',', 'has an empty entry'],
    ['EUR,VND', 'lacks USD, the currency for invoices and for sales'],
    ['USD,EUR,VND,JPY', 'has 4 currencies: the maximum is 3'],
  ])('rejects %j', (text, fault) => {
    expect(parseCurrencyList(text, 3)).toEqual({ fault: expect.stringContaining(fault) })
  })
})
