import { expect, test } from 'vitest'
import { FieldErrors } from '../../ui/use-form.ts'
import { readPolicyTerms } from './policy-form.ts'

const NEW = { type: 'percent', duration: 'lifetime', replaces: undefined } as const

function readOf(typed: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ rate: '20', ...typed })) form.set(name, value)
  return readPolicyTerms(form, NEW)
}

test.each([
  ['without groups', {}, 'Enter the product ID sent with your sales.'],
  ['with groups', { groupId: '' }, 'Enter the product ID sent with your sales, or choose a group.'],
])('asks for what is missing in a program %s', (_name, typed, message) => {
  const read = readOf({ productId: ' ', ...typed })
  expect(read instanceof FieldErrors && read.errors.productId).toBe(message)
})

test('accepts either a product or a group', () => {
  const terms = { type: 'percent', duration: 'lifetime', rateBps: 2000 }
  expect(readOf({ productId: 'pro' })).toEqual({ ...terms, productId: 'pro' })
  expect(readOf({ productId: '', groupId: '7' })).toEqual({ ...terms, groupId: 7 })
})
