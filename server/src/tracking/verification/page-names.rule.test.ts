import { expect, test } from 'vitest'
import { BUTTON_NAMES } from './page-names.rule.ts'

test.each<[keyof typeof BUTTON_NAMES, string, boolean]>([
  ['accept', 'Accept all cookies', true],
  ['accept', 'I agree', true],
  ['accept', 'OK', true],
  ['accept', 'Reject all', false],
  ['accept', 'Cookie settings', false],
  ['signup', 'Sign up', true],
  ['signup', 'Sign up free', true],
  ['signup', 'Create your account', true],
  ['signup', 'Get started', true],
  ['signup', 'Sign up with Google', false],
  ['signup', 'Log in', false],
  ['checkout', 'Buy now', true],
  ['checkout', 'Proceed to checkout', true],
  ['checkout', 'Upgrade', true],
  ['checkout', 'Subscribe to our newsletter', false],
  ['checkout', 'Border colors', false],
])('%s: %s is %s', (name, text, expected) => {
  expect(BUTTON_NAMES[name].test(text)).toBe(expected)
})
