import { describe, expect, it } from 'vitest'
import { NO_LEAD_REASONS } from '../../tracking/leads/lead.ts'
import type { Facts, SaleState } from './explain.ts'
import { clickReason, leadReason, rejectionReason, SIGNUP_REASONS, saleConclusion } from './reason.rule.ts'

const MONEY: Facts = { commissionId: 9, initialCents: 2000, commissionCents: 2000, paidCents: 0 }

const sale = (over: Partial<SaleState>): SaleState => ({
  is_test: false,
  decision_code: 'with_commission',
  decision_facts: null,
  coupon_decision: null,
  facts: { saleId: 3 },
  money: MONEY,
  commission_status: 'approved',
  is_rejected: false,
  is_void: false,
  is_disputed: false,
  partner_status: 'approved',
  payout_hold_reason: null,
  open_payout_id: null,
  paid_payout_id: null,
  ...over,
})
const money = (over: Facts) => ({ money: { ...MONEY, ...over } })
const none = { ...money({ commissionCents: 0 }), commission_status: 'reversed' } as const

describe('a recorded sale', () => {
  it.each<[string, Partial<SaleState>]>([
    ['test_event', { is_test: true, money: null }],
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
    ['awaiting_partner', { payout_hold_reason: 'tax form missing' }],
    ['no_policy_for_currency', { money: null, decision_code: 'no_policy' }],
    ['commission_first_sale_only', { money: null, decision_code: 'policy_ended', decision_facts: {} }],
    [
      'commission_ended',
      { money: null, decision_code: 'policy_ended', decision_facts: { durationMonths: 1 } },
    ],
  ])('%s', (reason, over) => {
    expect(saleConclusion(sale(over), { isReviewed: false, lacksDetails: false }).reason).toBe(reason)
  })

  it('waits for review if the program reviews commissions', () => {
    expect(
      saleConclusion(sale({ commission_status: 'pending' }), { isReviewed: true, lacksDetails: false })
        .reason,
    ).toBe('awaiting_review')
  })

  it('a partner without payout details waits for them, unless something else blocks the payout first', () => {
    const isLacking = { isReviewed: false, lacksDetails: true }
    expect(saleConclusion(sale({}), isLacking)).toMatchObject({
      reason: 'awaiting_partner',
      facts: { payoutBlocker: 'details_missing' },
    })
    expect(saleConclusion(sale({ partner_status: 'rejected' }), isLacking).facts.payoutBlocker).toBe(
      'partner_rejected',
    )
  })

  it.each<[string, Partial<SaleState>, number | undefined]>([
    ['the payout that paid it', { ...money({ paidCents: 2000 }), paid_payout_id: 1, open_payout_id: 3 }, 1],
    ['the open payout of the unpaid part', { paid_payout_id: 1, open_payout_id: 3 }, 3],
    ['none', {}, undefined],
  ])('names the payout that it is in: %s', (_label, over, payoutId) => {
    expect(saleConclusion(sale(over), { isReviewed: false, lacksDetails: false }).facts.payoutId).toBe(
      payoutId,
    )
  })

  it('includes the facts of its decision if it has no commission', () => {
    const decided = { money: null, decision_facts: { currencies: ['EUR'] } }
    expect(
      saleConclusion(sale({ ...decided, decision_code: 'no_policy' }), {
        isReviewed: false,
        lacksDetails: false,
      }).facts,
    ).toEqual({
      saleId: 3,
      currencies: ['EUR'],
    })
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
