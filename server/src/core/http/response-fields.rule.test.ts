import { expect, test } from 'vitest'
import { toResponseFields } from './response-fields.rule.ts'

test('columns become camelCase fields, and only timestamps change their value', () => {
  const at = new Date('2026-03-10T12:00:00.000Z')
  expect(
    toResponseFields({ id: 1, created_at: at, closed_at: null, amount_cents: 5n, by_3_days: ['a_b'] }),
  ).toEqual({
    id: 1,
    createdAt: '2026-03-10T12:00:00.000Z',
    closedAt: null,
    amountCents: 5n,
    by3Days: ['a_b'],
  })
})
