import { expect, test } from 'vitest'
import type { CommissionPolicy } from '../../api/types.ts'
import { FieldErrors } from '../../ui/use-form.ts'
import { isSameTerms, readPolicyTerms } from './policy-form.ts'

const NEW = { type: 'percent', duration: 'lifetime', replaces: undefined } as const

function readTyped(typed: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ rate: '20', ...typed })) form.set(name, value)
  return readPolicyTerms(form, NEW)
}

test.each([
  ['without groups', {}, 'Enter the product ID sent with your sales.'],
  ['with groups', { groupId: '' }, 'Enter the product ID sent with your sales, or choose a group.'],
])('asks for what is missing in a program %s', (_name, typed, message) => {
  const read = readTyped({ productId: ' ', ...typed })
  expect(read instanceof FieldErrors && read.errors.productId).toBe(message)
})

test('accepts either a product or a group', () => {
  const terms = { type: 'percent', duration: 'lifetime', rateBps: 2000 }
  expect(readTyped({ productId: 'pro' })).toEqual({ ...terms, productId: 'pro' })
  expect(readTyped({ productId: '', groupId: '7' })).toEqual({ ...terms, groupId: 7 })
})

test('compares entered terms with a version whose unused terms are null', () => {
  const version: CommissionPolicy = {
    id: 1,
    groupId: null,
    productId: null,
    version: 2,
    type: 'percent',
    rateBps: 2000,
    amountCents: null,
    currency: null,
    duration: 'lifetime',
    durationMonths: null,
    holdDays: null,
    commissionBase: 'amount',
    createdAt: '2026-01-01T00:00:00.000Z',
    supersededAt: null,
  }
  const terms = { type: 'percent', duration: 'lifetime', rateBps: 2000 } as const
  expect(isSameTerms(terms, version)).toBe(true)
  expect(isSameTerms({ ...terms, rateBps: 2001 }, version)).toBe(false)
  expect(isSameTerms({ ...terms, holdDays: 30 }, version)).toBe(false)
  expect(isSameTerms({ ...terms, duration: 'months', durationMonths: 12 }, version)).toBe(false)
  expect(
    isSameTerms({ type: 'flat', duration: 'lifetime', amountCents: 2000, currency: 'USD' }, version),
  ).toBe(false)
})
