import { describe, expect, it } from 'vitest'
import { type CommissionPolicyRequest, findInconsistentField } from './commission-policy-request.rule.ts'

const consistent: CommissionPolicyRequest[] = [
  { type: 'percent', rateBps: 0 },
  { type: 'percent', rateBps: 2000, duration: 'lifetime' },
  { type: 'percent', rateBps: 2000, duration: 'first_sale' },
  { type: 'percent', rateBps: 2000, duration: 'months', durationMonths: 12 },
  { type: 'flat', amountCents: 0, currency: 'USD' },
  { type: 'flat', amountCents: 500, currency: 'VND', duration: 'months', durationMonths: 1 },
]

const inconsistent: (CommissionPolicyRequest & { field: string })[] = [
  { type: 'percent', field: 'rateBps' },
  { type: 'percent', rateBps: 1, amountCents: 1, field: 'amountCents' },
  { type: 'percent', rateBps: 1, currency: 'USD', field: 'currency' },
  { type: 'flat', rateBps: 1, amountCents: 1, currency: 'USD', field: 'rateBps' },
  { type: 'flat', currency: 'USD', field: 'amountCents' },
  { type: 'flat', amountCents: 1, field: 'currency' },
  { type: 'percent', rateBps: 1, duration: 'months', field: 'durationMonths' },
  { type: 'percent', rateBps: 1, durationMonths: 3, field: 'durationMonths' },
  { type: 'percent', rateBps: 1, duration: 'first_sale', durationMonths: 3, field: 'durationMonths' },
]

describe('the fields of a commission policy must be consistent (D28)', () => {
  it.each(consistent.map((request) => [request]))('%j is consistent', (request) => {
    expect(findInconsistentField(request)).toBeUndefined()
  })
  it.each(inconsistent.map((inconsistency) => [inconsistency]))(
    '%j is inconsistent',
    ({ field, ...request }) => {
      expect(findInconsistentField(request)?.field).toBe(field)
    },
  )
})
