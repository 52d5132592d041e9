import { describe, expect, it } from 'vitest'
import { type AttributionChangeData, decideAttributionChange } from './attribution-change.rule.ts'

const AT = new Date('2026-03-10T12:00:00Z')
const FACTS: AttributionChangeData = {
  partner: { status: 'approved' },
  customer: undefined,
  window_days: 60,
}
const until = new Date('2026-05-09T12:00:00Z')

describe('decideAttributionChange', () => {
  it.each<[string, Partial<AttributionChangeData>, object]>([
    ['an unknown customer', {}, { kind: 'created', lead_state: 'provisional', first_sale_until: until }],
    [
      'another partner’s customer whose signup was counted',
      { customer: { id: 1, partner_id: 8, lead_state: 'settled' } },
      { kind: 'moved', lead_state: 'settled' },
    ],
    [
      'another partner’s customer whose signup is still provisional',
      { customer: { id: 1, partner_id: 8, lead_state: 'provisional' } },
      { kind: 'moved', lead_state: 'provisional' },
    ],
    ['an unknown partner', { partner: undefined }, { kind: 'rejected', reason: 'no_partner' }],
    [
      'an unapproved partner',
      { partner: { status: 'pending' } },
      { kind: 'rejected', reason: 'partner_not_approved' },
    ],
    [
      'the customer’s current partner',
      { customer: { id: 1, partner_id: 5, lead_state: 'settled' } },
      { kind: 'rejected', reason: 'same_partner' },
    ],
  ])('%s', (_name, data, decision) => {
    expect(decideAttributionChange({ ...FACTS, ...data }, 5, AT)).toMatchObject(decision)
  })
})
