import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DECIMALS } from '../../core/money/currency.ts'
import { namedId, parseJson, parseMinorUnits, parsePairs } from './event-values.rule.ts'

describe('a decimal amount', () => {
  it.each([
    ['49.00', 'USD', 4900],
    ['49.9', 'USD', 4990],
    ['49', 'USD', 4900],
    ['0.00', 'USD', 0],
    ['0.07', 'USD', 7],
    [19.99, 'USD', 1999],
    ['500', 'JPY', 500],
    ['500.00', 'JPY', 500],
    ['1.25', 'KWD', 1250],
    ['1.2340', 'KWD', 1234],
    ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
  ] as const)('%s %s is %d minor units', (value, currency, cents) => {
    expect(parseMinorUnits(value, currency)).toBe(cents)
  })

  it.each([
    ['49.001', 'USD'],
    ['500.5', 'JPY'],
    ['1.2345', 'KWD'],
    ['-1.00', 'USD'],
    ['1,000.00', 'USD'],
    ['1e3', 'USD'],
    [1e21, 'USD'],
    [' 1', 'USD'],
    ['', 'USD'],
    ['.5', 'USD'],
    ['90071992547409.92', 'USD'],
    ['1.00', 'XXX'],
    ['1.00', undefined],
    [null, 'USD'],
  ] as const)('%s %s is unusable', (value, currency) => {
    expect(parseMinorUnits(value, currency)).toBeUndefined()
  })

  it('is exact in every currency', () => {
    const amount = fc.record({
      cents: fc.nat({ max: 10 ** 12 }),
      currency: fc.constantFrom(...Object.entries(DECIMALS)),
    })
    fc.assert(
      fc.property(amount, ({ cents, currency: [code, digits] }) => {
        const text = String(cents).padStart(digits + 1, '0')
        const whole = text.slice(0, text.length - digits)
        const decimal = digits === 0 ? whole : `${whole}.${text.slice(-digits)}`
        expect(parseMinorUnits(decimal, code)).toBe(cents)
      }),
    )
  })
})

it('converts pairs to an object, where the first of several equal names wins', () => {
  const pairs = [{ name: 'a', value: '1' }, { name: 'a', value: '2' }, { name: '__proto__', value: '3' }, 7]
  expect(Object.entries(parsePairs(pairs, 'name')).sort()).toEqual([
    ['__proto__', '3'],
    ['a', '1'],
  ])
  expect(parsePairs({ a: 1 }, 'name')).toEqual({})
})

it('IDs are unique across kinds and processors', () => {
  expect(namedId('shopify', 'order', 12)).toBe('shopify_order_12')
  expect(namedId('shopify', 'order', '')).toBeUndefined()
  expect(namedId('shopify', 'order', -1)).toBeUndefined()
})

it('rejects a body that is nested too deeply or isn’t UTF-8', () => {
  expect(parseJson(Buffer.from(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`))).toBeUndefined()
  expect(parseJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined()
  expect(parseJson(Buffer.from('{"a":1}'))).toEqual({ a: 1 })
})
