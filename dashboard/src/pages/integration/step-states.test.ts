import { expect, test } from 'vitest'
import type { TrackedEvent } from '../../api/types.ts'
import { stepStates } from './step-states.ts'

// safe because stepStates reads only these fields
const event = (fields: object) => fields as TrackedEvent
const lead = (state: string) => event({ type: 'lead', state })
const NONE = { click: null, lead: null, sale: null }
const NO_EVIDENCE = { hasClick: false, hasTestSale: false }
const PENDING = { pageview: 'pending', referrals: 'pending', payments: 'complete' } as const
const TESTED = { ...PENDING, pageview: 'complete', referrals: 'complete' } as const

test.each([
  ['nothing arrived', PENDING, NONE, NO_EVIDENCE, ['pending', 'pending', 'pending']],
  ['only test events', TESTED, NONE, { hasClick: false, hasTestSale: true }, ['tested', 'tested', 'tested']],
  [
    'a click that wasn’t counted',
    PENDING,
    NONE,
    { hasClick: true, hasTestSale: false },
    ['connected', 'pending', 'pending'],
  ],
  [
    'a provisional signup',
    PENDING,
    { ...NONE, lead: lead('provisional') },
    NO_EVIDENCE,
    ['pending', 'pending', 'pending'],
  ],
  [
    'real events',
    TESTED,
    { click: event({ type: 'click' }), lead: lead('settled'), sale: event({ type: 'sale' }) },
    { hasClick: true, hasTestSale: true },
    ['connected', 'connected', 'connected'],
  ],
] as const)(
  'a step is connected by a real event and tested by a test event: %s',
  (_label, statuses, latest, evidence, states) => {
    const { pageview, referrals, payments } = stepStates(statuses, latest, evidence)
    expect([pageview, referrals, payments]).toEqual(states)
  },
)
