import { expect, it } from 'vitest'
import { customerCode } from './customer-code.rule.ts'

it('a code stays the same within a program, differs between programs, and requires the secret', () => {
  const code = customerCode(1, 7, 'secret')
  expect(code).toMatch(/^[0-9A-F]{6}$/)
  expect(customerCode(1, 7, 'secret')).toBe(code)
  expect(customerCode(1, 8, 'secret')).not.toBe(code)
  expect(customerCode(2, 7, 'secret')).not.toBe(code)
  expect(customerCode(1, 7, 'another')).not.toBe(code)
})
