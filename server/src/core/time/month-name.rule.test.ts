import { expect, it } from 'vitest'
import { monthText } from './month-name.rule.ts'

it.each([
  ['2026-01', 'January 2026'],
  ['2026-12', 'December 2026'],
  ['1999-02', 'February 1999'],
])('formats %s as %s', (month, expected) => {
  expect(monthText(month)).toBe(expected)
})
