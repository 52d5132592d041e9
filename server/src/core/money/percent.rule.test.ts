import { expect, it } from 'vitest'
import { percentText } from './percent.rule.ts'

it.each([
  [0, '0%'],
  [1, '0.01%'],
  [50, '0.5%'],
  [2000, '20%'],
  [2050, '20.5%'],
  [1205, '12.05%'],
  [10_000, '100%'],
])('formats %i basis points as %s', (bps, text) => {
  expect(percentText(bps)).toBe(text)
})
