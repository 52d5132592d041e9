import { expect, test } from 'vitest'
import { type FormField, fillField } from './form-values.rule.ts'

const field = (change: Partial<FormField>): FormField => ({
  type: 'text',
  hints: '',
  isRequired: false,
  min: '',
  max: '',
  minLength: -1,
  maxLength: -1,
  options: [],
  ...change,
})

test.each<[string, Partial<FormField>, unknown]>([
  ['an email address', { type: 'email' }, { kind: 'fill', value: 'verify+a1@example.com' }],
  [
    'an email address in a text field',
    { hints: 'user_email' },
    { kind: 'fill', value: 'verify+a1@example.com' },
  ],
  ['a password', { type: 'password' }, { kind: 'fill', value: 'Verify-a1-9!' }],
  ['a long password', { type: 'password', minLength: 16 }, { kind: 'fill', value: 'Verify-a1-9!xxxx' }],
  ['a short code', { hints: 'team', maxLength: 4 }, { kind: 'fill', value: 'Veri' }],
  ['a number within its limits', { type: 'number', min: '3', max: '9' }, { kind: 'fill', value: '3' }],
  ['a first name', { hints: 'firstName' }, { kind: 'fill', value: 'Vera' }],
  ['a card number', { hints: 'cardnumber cc-number' }, { kind: 'fill', value: '4242424242424242' }],
  ['a required code', { hints: 'coupon', isRequired: true }, { kind: 'fill', value: 'Verify a1' }],
  ['an optional code', { hints: 'promo_code' }, { kind: 'leave' }],
  ['an optional code with a label', { hints: 'code Gift card or voucher' }, { kind: 'leave' }],
  [
    'an email address next to a discount',
    { type: 'email', hints: 'discount-email' },
    { kind: 'fill', value: 'verify+a1@example.com' },
  ],
  ['a choice', { type: 'select', options: ['', 'one', 'two'] }, { kind: 'select', value: 'one' }],
  ['required terms', { type: 'checkbox', isRequired: true }, { kind: 'check' }],
  ['an optional newsletter', { type: 'checkbox' }, { kind: 'leave' }],
  ['a file', { type: 'file', isRequired: true }, { kind: 'leave' }],
])('fills in %s', (_, change, action) => {
  expect(fillField(field(change), 'a1')).toEqual(action)
})
