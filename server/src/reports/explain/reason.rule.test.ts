import { describe, expect, it } from 'vitest'
import { NO_LEAD_REASONS } from '../../tracking/leads/lead.ts'
import type { ConclusionFacts, SaleState } from './explain.ts'
import { clickReason, leadReason, rejectionReason, SIGNUP_REASONS, saleConclusion } from './reason.rule.ts'

const MONEY: ConclusionFacts = {
  saleId: 3,
  partnerStatus: 'approved',
  commissionId: 9,
  initialCents: 2000,
  commissionCents: 2000,
  paidCents: 0,
}

const sale = (over: Partial<SaleState>): SaleState => ({
  decision_code: 'with_commission',
  facts: MONEY,
  commission_status: 'approved',
  is_rejected: false,
  is_void: false,
  is_disputed: false,
  open_payout_id: null,
  paid_payout_id: null,
  ...over,
})
const money = (over: ConclusionFacts) => ({ facts: { ...MONEY, ...over } })
const none = { ...money({ commissionCents: 0 }), commission_status: 'reversed' } as const
const unpaid = (decision_code: 'no_policy' | 'policy_ended', facts: ConclusionFacts = {}) =>
  ({ decision_code, commission_status: null, facts: { saleId: 3, ...facts } }) as const
const AUTOMATIC = { isReviewed: false, lacksDetails: false }

describe('a recorded sale', () => {
  it.each<[string, Partial<SaleState>]>([
    ['zero_commission', money({ initialCents: 0, commissionCents: 0 })],
    ['refunded_after_payment', money({ commissionCents: 500, paidCents: 2000 })],
    ['commission_rejected', { ...none, is_rejected: true, is_void: true }],
    ['duplicate_payment', { ...none, is_void: true, is_disputed: true }],
    ['disputed', { ...none, is_disputed: true }],
    ['refunded', none],
    ['paid', money({ paidCents: 2000 })],
    ['in_payout', { open_payout_id: 4 }],
    ['on_hold', { commission_status: 'pending' }],
    ['awaiting_review', { commission_status: 'pending', ...money({ holdReason: 'possible_duplicate' }) }],
    ['awaiting_payout', {}],
    ['awaiting_partner', money({ payoutHoldReason: 'tax form missing' })],
    ['no_policy_for_currency', unpaid('no_policy')],
    ['commission_first_sale_only', unpaid('policy_ended')],
    ['commission_ended', unpaid('policy_ended', { durationMonths: 1 })],
  ])('%s', (reason, over) => {
    expect(saleConclusion(sale(over), AUTOMATIC).reason).toBe(reason)
  })

  it('waits for review if the program reviews commissions', () => {
    const pending = sale({ commission_status: 'pending' })
    expect(saleConclusion(pending, { ...AUTOMATIC, isReviewed: true }).reason).toBe('awaiting_review')
  })

  it('waits for payout details if the partner has none, unless something else blocks the payout first', () => {
    const withoutDetails = { isReviewed: false, lacksDetails: true }
    expect(saleConclusion(sale({}), withoutDetails)).toMatchObject({
      reason: 'awaiting_partner',
      facts: { payoutBlocker: 'details_missing' },
    })
    const rejected = sale(money({ partnerStatus: 'rejected' }))
    expect(saleConclusion(rejected, withoutDetails).facts.payoutBlocker).toBe('partner_rejected')
  })

  it.each<[string, Partial<SaleState>, number | undefined]>([
    ['the payout that paid it', { ...money({ paidCents: 2000 }), paid_payout_id: 1, open_payout_id: 3 }, 1],
    ['the open payout that includes the unpaid part', { paid_payout_id: 1, open_payout_id: 3 }, 3],
    ['none', {}, undefined],
  ])('names the payout that includes it: %s', (_label, over, payoutId) => {
    expect(saleConclusion(sale(over), AUTOMATIC).facts.payoutId).toBe(payoutId)
  })

  it('keeps the facts of its decision if it has no commission', () => {
    const facts = { saleId: 3, currencies: ['EUR'] }
    expect(saleConclusion(sale(unpaid('no_policy', facts)), AUTOMATIC).facts).toEqual(facts)
  })
})

it.each([...NO_LEAD_REASONS, 'closed_to_new_referrals' as const])(
  'maps a rejected signup to a reason: %s',
  (code) => {
    expect(leadReason(code)).toBe(code)
    expect(SIGNUP_REASONS[code]).toEqual(expect.any(String))
  },
)

it('maps codes from outside the rules to no reason', () => {
  expect([leadReason('toString'), leadReason(null)]).toEqual([undefined, undefined])
  expect([clickReason('toString'), clickReason('bot')]).toEqual(['request_rejected', 'bot_click'])
  expect(['toString', 'invalid_request', 'no_attribution', 'rate_limited'].map(rejectionReason)).toEqual([
    'request_rejected',
    'malformed_request',
    undefined,
    'request_rejected',
  ])
})
