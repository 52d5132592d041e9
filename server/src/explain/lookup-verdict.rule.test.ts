import { describe, expect, it } from 'vitest'
import { NO_LEAD_REASONS } from '../tracking/lead.ts'
import { NO_ATTRIBUTION_REASONS } from '../tracking/sale.ts'
import type { ClickEntry, CustomerEntry, ProgramEntry, RefusalEntry } from './explain.ts'
import {
  type NamesKnown,
  ofTrial,
  REASON_OF_CLICK,
  REASON_OF_LEAD,
  type RefusedSale,
  refusedSale,
  type SaleTrial,
  unknownNames,
} from './lookup-verdict.rule.ts'

const at = new Date('2026-03-10T12:00:00.000Z')

const program: ProgramEntry = {
  id: 1,
  name: 'Acme',
  workspace_id: 'w',
  status: 'active',
  time_zone: 'UTC',
  closed_to_new_referrals: false,
  attribution_window_days: 60,
  commission_approval: 'automatic',
  sandbox: false,
  clock_ahead_ms: 0,
}

const click: ClickEntry = {
  click_uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  received_at: at,
  is_test: false,
  link_id: 1,
  partner_id: 1,
  partner_name: 'Pat',
  code: 'pat',
  session: null,
}

const known = (over: Partial<NamesKnown> = {}): NamesKnown => ({
  customerKey: undefined,
  clickId: 'c-1',
  click: { kind: 'recorded', click },
  refusedLead: undefined,
  refusedClick: undefined,
  leadNow: undefined,
  clickNow: undefined,
  similarKeys: [],
  otherProgram: undefined,
  winner: undefined,
  ...over,
})

describe('every branch of a rule that refuses has a verdict', () => {
  it.each([...NO_LEAD_REASONS])('decideLead: %s', (reason) => {
    const verdict = unknownNames(known({ leadNow: { kind: 'no_attribution', reason } }), program)
    expect(verdict.reason).toBe(REASON_OF_LEAD[reason])
  })

  it('decideLead: closed to new referrals', () => {
    const leadNow = { kind: 'closed_to_new_referrals' } as const
    expect(unknownNames(known({ leadNow }), program).reason).toBe('program_closed')
  })

  it.each([...NO_ATTRIBUTION_REASONS])('attribute: %s', (reason) => {
    const trial = { kind: 'no_attribution', reason, message: 'because' } as const
    const names = known({ customerKey: 'ann', clickId: undefined, click: undefined })
    const verdict = ofTrial(trial, { customer: undefined, known: names, facts: {} }, program)
    const expected = {
      nothing_sent: 'nothing_to_attribute_by',
      unknown_customer: 'customer_never_signed_up',
      partner_not_approved: 'partner_not_approved',
    }
    expect(verdict.reason).toBe(expected[reason])
  })

  it('decideSale: a duplicate, and a window that is over', () => {
    const about = { customer: undefined, known: known(), facts: {} }
    expect(ofTrial({ kind: 'duplicate', sale_id: 5 }, about, program)).toEqual({
      reason: 'duplicate_transaction',
      facts: { saleId: 5 },
    })
    expect(ofTrial({ kind: 'window_expired', message: 'over', facts: {} }, about, program).reason).toBe(
      'window_closed',
    )
  })

  it.each(Object.entries(REASON_OF_CLICK))('decideClick: %s', (code, reason) => {
    const refusedClick = {
      id: 1,
      call: 'click' as const,
      is_test: false,
      code,
      message: 'not counted',
      field: null,
      transaction_id: null,
      customer_key: null,
      click_id: 'c-1',
      link_code: 'pat',
      amount: null,
      currency: null,
      is_authenticated: false,
      count: 1,
      first_at: at,
      last_at: at,
    }
    const verdict = unknownNames(known({ click: { kind: 'not_recorded' }, refusedClick }), program)
    expect([verdict.reason, verdict.facts.linkCode]).toEqual([reason, 'pat'])
  })
})

describe('a customer key that nobody has', () => {
  const names = (over: Partial<NamesKnown>) => known({ customerKey: 'ann', click: undefined, ...over })
  const otherProgram = { id: 2, name: 'Second' }

  it('is mistaken first for another spelling, then for another program', () => {
    expect(unknownNames(names({ similarKeys: ['Ann'], otherProgram }), program).reason).toBe(
      'customer_key_spelled_differently',
    )
    expect(unknownNames(names({ otherProgram }), program).reason).toBe('known_in_another_program')
    expect(unknownNames(names({}), program).reason).toBe('customer_never_signed_up')
  })
})

describe('a sale that was refused is judged by the window of then', () => {
  const day = (days: number) => new Date(at.getTime() + days * 24 * 60 * 60 * 1000)
  const customer: CustomerEntry = {
    id: 7,
    customer_key: 'ann',
    status: 'lead',
    link_id: 1,
    click_uuid: click.click_uuid,
    clicked_at: at,
    first_sale_at: null,
    sale_count: 0,
    partner_id: 1,
    partner_name: 'Pat',
    partner_status: 'approved',
    payout_hold_reason: null,
  }
  const refusal = (over: Partial<RefusalEntry>): RefusalEntry => ({
    id: 1,
    call: 'sale',
    is_test: false,
    code: 'window_expired',
    message: 'The attribution window of 10 days has expired: nothing was recorded.',
    field: null,
    transaction_id: 'order-1',
    customer_key: 'ann',
    click_id: null,
    link_code: null,
    amount: null,
    currency: null,
    is_authenticated: true,
    count: 1,
    first_at: day(15),
    last_at: day(15),
    ...over,
  })
  const over: SaleTrial = { kind: 'window_expired', message: 'over', facts: {} }
  // safe because nothing of whom it is attributed to is looked at
  const counts = { kind: 'attributed' } as SaleTrial
  const notApproved: SaleTrial = { kind: 'no_attribution', reason: 'partner_not_approved', message: 'no' }
  const noSignup = { code: 'no_attribution', message: 'No customer matches.' }
  const judged = (told: Partial<RefusedSale>, attribution_window_days: number) =>
    refusedSale(
      {
        refusal: refusal({}),
        whenSent: over,
        now: over,
        customer,
        recorded: undefined,
        known: known({ customerKey: 'ann', clickId: undefined, click: undefined }),
        ...told,
      },
      { ...program, attribution_window_days },
    )

  it.each<[string, Partial<RefusedSale>, number, (string | number | boolean | undefined)[]]>([
    ['which is that of now', {}, 10, ['window_closed', 10, day(10).toISOString(), undefined, undefined]],
    [
      'which was shorter',
      { whenSent: counts },
      20,
      ['window_closed', 10, day(10).toISOString(), 20, undefined],
    ],
    ['which was longer', {}, 5, ['window_closed', 10, day(10).toISOString(), 5, undefined]],
    [
      'though its partner is not approved now',
      { whenSent: notApproved, now: notApproved },
      10,
      ['window_closed', 10, day(10).toISOString(), undefined, undefined],
    ],
    [
      'which is not known, and was shorter',
      { refusal: refusal({ message: 'too late' }), whenSent: counts },
      15,
      ['window_closed', undefined, undefined, 15, undefined],
    ],
    [
      'which is not known, and may have been that of now',
      { refusal: refusal({ message: 'too late' }) },
      14,
      ['window_closed', 14, day(14).toISOString(), undefined, undefined],
    ],
    [
      'which was not what it was refused for',
      { refusal: refusal(noSignup), whenSent: counts },
      20,
      ['window_closed', 20, day(20).toISOString(), undefined, true],
    ],
    [
      'unless it counts now',
      { whenSent: counts, now: counts },
      20,
      ['sent_again_it_counts', undefined, undefined, undefined, undefined],
    ],
  ])('%s', (_label, told, windowDays, expected) => {
    const { reason, facts } = judged(told, windowDays)
    const { windowDays: days, windowEndedAt, windowDaysNow, isClosedSince } = facts
    expect([reason, days, windowEndedAt, windowDaysNow, isClosedSince]).toEqual(expected)
  })

  it.each<[string, Date, string, string | undefined]>([
    ['at its last instant', day(60), 'click_without_signup', 'window_expired'],
    ['just after it', new Date(day(60).getTime() + 1), 'window_closed', undefined],
  ])('by a click without a signup, %s', (_label, last_at, reason, leadReason) => {
    const unknown: SaleTrial = { kind: 'no_attribution', reason: 'unknown_customer', message: 'nobody' }
    const told = {
      refusal: refusal({ ...noSignup, customer_key: null, click_id: 'c-1', last_at }),
      whenSent: unknown,
      now: unknown,
      customer: undefined,
      known: known({ leadNow: { kind: 'no_attribution', reason: 'window_expired' } }),
    }
    const verdict = judged(told, 60)
    expect([verdict.reason, verdict.facts.leadReason]).toEqual([reason, leadReason])
  })
})
