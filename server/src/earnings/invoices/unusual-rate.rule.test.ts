import { describe, expect, it } from 'vitest'
import { parseExchangeRate } from './exchange-rate.rule.ts'
import { unusualRate } from './unusual-rate.rule.ts'

const rate = (text: string) => {
  const parsed = parseExchangeRate(text)
  if (parsed === undefined) throw new Error(`${text} is no rate`)
  return parsed
}

describe('unusualRate', () => {
  it.each([
    ['1.1', '1.1', null],
    ['3.3', '1.1', null],
    ['3.3000001', '1.1', 'far_from_last'],
    ['0.4', '1.2', null],
    ['0.3999999', '1.2', 'far_from_last'],
    ['25400', '0.0000393', 'far_from_last'],
  ] as const)('classifies the rate %s after the rate %s as %s', (text, last, expected) => {
    expect(unusualRate(rate(text), { last: rate(last), range: undefined })).toBe(expected)
  })

  it.each([
    ['0.5', null],
    ['2', null],
    ['0.4999', 'out_of_range'],
    ['2.0001', 'out_of_range'],
  ] as const)('classifies a first rate of %s, for a range of 0.5 to 2, as %s', (text, expected) => {
    const range = { minimum: rate('0.5'), maximum: rate('2') }
    expect(unusualRate(rate(text), { last: undefined, range })).toBe(expected)
  })

  it('flags a rate outside the range even if it is near the last one, and accepts a rate if there is nothing to compare it with', () => {
    const range = { minimum: rate('0.5'), maximum: rate('2') }
    expect(unusualRate(rate('2.5'), { last: rate('1.9'), range })).toBe('out_of_range')
    expect(unusualRate(rate('25400'), { last: undefined, range: undefined })).toBeNull()
  })
})
