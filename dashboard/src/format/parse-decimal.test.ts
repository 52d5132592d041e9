import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDecimalInput, moneyError, parseDecimal, parseMoney, parsePercent } from './parse-decimal.ts'

describe('parses input as an exact integer or rejects it', () => {
  test.each([
    ['49.05', 2, 4905],
    ['49,05', 2, 4905],
    ['49.5', 2, 4950],
    ['49', 2, 4900],
    [' 0.07 ', 2, 7],
    ['0.29', 2, 29],
    ['1.005', 2, undefined],
    ['12,50', 2, 1250],
    ['12.345', 2, undefined],
    ['1,000', 2, undefined],
    ['1,000.00', 2, undefined],
    ['1,250', 3, undefined],
    ['125,000', 3, undefined],
    ['0,905', 3, 905],
    ['4,90', 3, 4_900],
    ['1250,500', 3, 1_250_500],
    ['1.250', 3, 1_250],
    ['-1', 2, undefined],
    ['', 2, undefined],
    ['.5', 2, undefined],
    ['5.', 2, undefined],
    ['1e3', 2, undefined],
    ['250000', 0, 250_000],
    ['1.5', 0, undefined],
    ['90071992547409.91', 2, Number.MAX_SAFE_INTEGER],
    ['90071992547409.92', 2, undefined],
  ])('%j with %i digits is %j', (text, digits, value) => expect(parseDecimal(text, digits)).toBe(value))

  test('VND has no minor unit', () => {
    expect([parseMoney('250000', 'VND'), parseMoney('2.50', 'VND'), parseMoney('2.50', 'EUR')]).toEqual([
      250_000,
      undefined,
      250,
    ])
  })

  test('the error says how to write the amount', () => {
    expect([moneyError('EUR'), moneyError('VND')]).toEqual([
      'Enter an amount with up to two decimal places and no thousands separators, such as 1250.50 or 1250,50.',
      'Enter a whole amount without separators, such as 250000.',
    ])
  })

  test('percentages are parsed as basis points', () => expect(parsePercent('3.5')).toBe(350))
})

test('a formatted value parses to the same value', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom(0, 2, 3), (value, digits) => {
      expect(parseDecimal(formatDecimalInput(value, digits), digits)).toBe(value)
    }),
  )
})
