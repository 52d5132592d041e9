import { expect, test } from 'vitest'
import { type EarningFacts, explainCommission } from './explain-commission.rule.ts'

const sale = { type: 'sale', isTest: false, hasCommission: false, hadMatchingPolicy: true } as const
const lead = { type: 'lead', isTest: false, isSettled: true, hasCommission: false } as const

test.each<[string, EarningFacts, string]>([
  ['a test sale earns nothing (D13)', { ...sale, isTest: true }, 'test_event'],
  ['a test lead earns nothing', { ...lead, isTest: true }, 'test_event'],
  ['a click earns nothing', { type: 'click', isTest: false }, 'click'],
  ['a provisional lead does not pay yet (D22)', { ...lead, isSettled: false }, 'provisional_lead'],
  [
    'a settled lead pays if the program pays per lead (D21)',
    { ...lead, hasCommission: true },
    'per_lead_commission',
  ],
  ['a settled lead pays nothing otherwise', lead, 'no_per_lead_commission'],
  ['a sale pays by its policy (D28)', { ...sale, hasCommission: true }, 'policy'],
  ['a sale past the duration of its policy has no commission (D28)', sale, 'past_duration'],
  [
    'a sale without a matching policy has no commission (D28)',
    { ...sale, hadMatchingPolicy: false },
    'no_matching_policy',
  ],
])('%s', (_name, facts, reason) => {
  expect(explainCommission(facts)).toBe(reason)
})
