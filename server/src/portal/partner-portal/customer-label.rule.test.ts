import { expect, it } from 'vitest'
import { customerLabel } from './customer-label.rule.ts'

it('a label stays the same within a program, differs between programs, and requires the secret', () => {
  const label = customerLabel(1, 7, 'secret')
  expect(label).toMatch(/^Customer [0-9A-F]{6}$/)
  expect(customerLabel(1, 7, 'secret')).toBe(label)
  expect(customerLabel(1, 8, 'secret')).not.toBe(label)
  expect(customerLabel(2, 7, 'secret')).not.toBe(label)
  expect(customerLabel(1, 7, 'another')).not.toBe(label)
})
