import { describe, expect, it } from 'vitest'
import { readCurrencies } from './installation.ts'
import { CURRENCIES, countDecimals, formatMoney, toMajorUnits } from './money.ts'
import { formatMoneyInput, parseMoney } from './parse-decimal.ts'

const createPage = (content: string | null) => ({
  querySelector: () => (content === null ? null : { getAttribute: () => content }),
})

describe('an installation’s currencies', () => {
  it('are USD, EUR and VND unless the page lists others', () => {
    expect(CURRENCIES).toEqual(['USD', 'EUR', 'VND'])
    // safe because only querySelector is called
    const read = (content: string | null) => readCurrencies(createPage(content) as unknown as Document)
    expect(read(null)).toEqual(['USD', 'EUR', 'VND'])
    expect(read('USD JPY KWD')).toEqual(['USD', 'JPY', 'KWD'])
  })
})

describe('amounts in each kind of currency', () => {
  it.each([
    ['USD', 4_905, 49.05, '$49.05', '49.05'],
    ['VND', 250_000, 250_000, '₫250,000', '250000'],
    ['JPY', 4_905, 4_905, '¥4,905', '4905'],
    ['KWD', 4_905, 4.905, 'KWD 4.905', '4.905'],
    ['KWD', 5_000, 5, 'KWD 5.000', '5'],
    ['ISK', 1_250, 1_250, 'ISK 1,250', '1250'],
    ['CLP', -3, -3, '-CLP 3', undefined],
    // Intl's own digit counts differ from ISO 4217 for these.
    ['IQD', 1_500, 1.5, 'IQD 1.500', '1.5'],
    ['LAK', 150, 1.5, 'LAK 1.50', '1.5'],
    ['MGA', 500, 5, 'MGA 5.00', '5'],
    // Dividing by 100 would round the last digit to 0.
    ['USD', Number.MAX_SAFE_INTEGER, 90_071_992_547_409.9, '$90,071,992,547,409.91', undefined],
    ['USD', -5, -0.05, '-$0.05', undefined],
  ])('%s %i', (currency, cents, major, formatted, typed) => {
    expect(toMajorUnits(cents, currency)).toBe(major)
    expect(formatMoney(cents, currency).replaceAll('\u00a0', ' ')).toBe(formatted)
    if (typed === undefined) return
    expect(formatMoneyInput(cents, currency)).toBe(typed)
    expect(parseMoney(typed, currency)).toBe(cents)
    const tooManyDecimals = `1.${'1'.repeat(countDecimals(currency) + 1)}`
    expect(parseMoney(tooManyDecimals, currency)).toBeUndefined()
  })
})
