import { describe, expect, it } from 'vitest'
import { NO_LEAD_REASONS } from '../tracking/lead.ts'
import { NO_ATTRIBUTION_REASONS } from '../tracking/sale.ts'
import type { ClickEntry, ProgramEntry } from './explain.ts'
import {
  type NamesKnown,
  ofTrial,
  REASON_OF_CLICK,
  REASON_OF_LEAD,
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
    expect(ofTrial({ kind: 'window_expired', message: 'over' }, about, program).reason).toBe('window_closed')
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
