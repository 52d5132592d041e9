import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../core/time/time.ts'
import type { LeadClick, LeadCustomer, LeadData } from './lead.ts'
import { decideLead, type LeadReport } from './lead-settlement.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const hash = (text: string) => Buffer.from(text)

const CLICK: LeadClick = {
  uuid: 'c',
  received_at: new Date('2026-03-10T11:00:00.000Z'),
  link_id: 3,
  partner_id: 5,
  partner_status: 'approved',
}
const PROVISIONAL: LeadCustomer = {
  id: 1,
  customer_key: null,
  email_hash: null,
  status: 'provisional',
  partner_id: 5,
  partner_status: 'approved',
  lead_id: 100,
  lead_state: 'provisional',
  lead_source: 'browser',
  lead_received_at: new Date('2026-03-10T11:30:00.000Z'),
  attribution_source: 'click',
  continued_by: null,
  clicked_at: CLICK.received_at,
  sale_count: 0,
}
const SETTLED: LeadCustomer = {
  ...PROVISIONAL,
  id: 2,
  customer_key: 'k',
  email_hash: hash('e'),
  status: 'lead',
  lead_id: 200,
  lead_state: 'settled',
  lead_source: 'server',
}

const facts = (overrides: Partial<LeadData> = {}, program: Partial<LeadData['program']> = {}): LeadData => ({
  program: {
    id: 9,
    sandbox: false,
    status: 'active',
    time_zone: 'UTC',
    lead_auth_policy: 'server_verified',
    closed_to_new_referrals: false,
    coupon_precedence: 'code',
    attribution_window_days: 60,
    hold_period_days: 30,
    per_lead_amount_cents: null,
    per_lead_currency: null,
    ...program,
  },
  click: CLICK,
  with_key: undefined,
  of_click: [],
  with_email: [],
  ...overrides,
})
const leadReport = (overrides: Partial<LeadReport> = {}): LeadReport => ({
  source: 'server',
  customer_key: undefined,
  email_hash: undefined,
  received_at: NOW,
  ...overrides,
})

const CREATE_SETTLED = { kind: 'create', click: CLICK, state: 'settled' }
const CREATE_PROVISIONAL = { kind: 'create', click: CLICK, state: 'provisional' }
const NO_CLICK = { kind: 'no_attribution', reason: 'no_click' }
const REPEAT_SETTLED = { kind: 'repeat', lead_id: 200, is_provisional: false }

describe('a signup is attributed by a click only within its window and for an approved partner (D21, D34)', () => {
  const createClickWithAge = (ageMs: number): LeadClick => ({
    ...CLICK,
    received_at: new Date(NOW.getTime() - ageMs),
  })

  it.each<[string, LeadData, string]>([
    ['a signup at the instant of the click', facts(), 'create'],
    ['the last millisecond of the window', facts({ click: createClickWithAge(60 * DAY_MS) }), 'create'],
    [
      'a millisecond past the window',
      facts({ click: createClickWithAge(60 * DAY_MS + 1) }),
      'window_expired',
    ],
    ['no click', facts({ click: undefined }), 'no_click'],
    [
      'a pending partner',
      facts({ click: { ...CLICK, partner_status: 'pending' } }),
      'click_partner_not_approved',
    ],
    [
      'a rejected partner',
      facts({ click: { ...CLICK, partner_status: 'rejected' } }),
      'click_partner_not_approved',
    ],
    ['a paused program', facts({}, { status: 'paused' }), 'program_inactive'],
    ['an archived program', facts({}, { status: 'archived' }), 'program_inactive'],
    [
      'a provisional customer whose click is past the window',
      facts({ click: createClickWithAge(60 * DAY_MS + 1), of_click: [PROVISIONAL] }),
      'window_expired',
    ],
  ])('%s', (_label, known, expected) => {
    for (const source of ['server', 'browser'] as const) {
      const decision = decideLead(known, leadReport({ source }))
      expect(decision.kind === 'no_attribution' ? decision.reason : decision.kind).toBe(expected)
    }
  })
})

describe('a server request is resolved in the order of D21', () => {
  const email_hash = hash('e')
  const unidentifiedCustomer: LeadCustomer = { ...SETTLED, customer_key: null, email_hash: null }

  it.each<[string, LeadData, Partial<LeadReport>, unknown]>([
    [
      'first the customer with the key',
      facts({ with_key: SETTLED, of_click: [PROVISIONAL] }),
      { customer_key: 'k' },
      REPEAT_SETTLED,
    ],
    [
      'then the click’s provisional customer',
      facts({ of_click: [PROVISIONAL], with_email: [SETTLED] }),
      { customer_key: 'k2', email_hash },
      { kind: 'settle', customer: PROVISIONAL },
    ],
    [
      'the provisional customer, even if a settled one is newer',
      facts({ of_click: [SETTLED, PROVISIONAL] }),
      { customer_key: 'k2' },
      { kind: 'settle', customer: PROVISIONAL },
    ],
    [
      'then a customer with the email',
      facts({ click: undefined, with_email: [SETTLED] }),
      { email_hash },
      REPEAT_SETTLED,
    ],
    [
      'adds the key to a customer found by email',
      facts({ click: undefined, with_email: [{ ...SETTLED, customer_key: null }] }),
      { customer_key: 'k', email_hash },
      { kind: 'identify', customer: { ...SETTLED, customer_key: null } },
    ],
    [
      'treats a customer found by email with another key as a different customer',
      facts({ with_email: [SETTLED] }),
      { customer_key: 'k2', email_hash },
      CREATE_SETTLED,
    ],
    [
      'without a click, doesn’t create a customer',
      facts({ click: undefined, with_email: [SETTLED] }),
      { customer_key: 'k2', email_hash },
      NO_CLICK,
    ],
    [
      'adds the key to the click’s customer if they have none',
      facts({ of_click: [unidentifiedCustomer] }),
      { customer_key: 'k' },
      { kind: 'identify', customer: unidentifiedCustomer },
    ],
    [
      'repeats the click’s lead if the request has no identity',
      facts({ of_click: [SETTLED] }),
      {},
      REPEAT_SETTLED,
    ],
    [
      'treats another key for the same click as another customer',
      facts({ of_click: [SETTLED] }),
      { customer_key: 'k2' },
      CREATE_SETTLED,
    ],
    [
      'treats another email for the same click as another customer',
      facts({ of_click: [SETTLED] }),
      { email_hash: hash('f') },
      CREATE_SETTLED,
    ],
    ['then creates a customer from the click', facts(), { customer_key: 'k', email_hash }, CREATE_SETTLED],
    ['no identifiers', facts({ click: undefined }), {}, NO_CLICK],
    ['an unknown key without a click', facts({ click: undefined }), { customer_key: 'k' }, NO_CLICK],
    [
      'adds the email to a settled customer',
      facts({ with_key: { ...SETTLED, email_hash: null } }),
      { customer_key: 'k', email_hash },
      { kind: 'identify', customer: { ...SETTLED, email_hash: null } },
    ],
    [
      'never changes a stored email',
      facts({ with_key: SETTLED }),
      { customer_key: 'k', email_hash: hash('f') },
      REPEAT_SETTLED,
    ],
    [
      'settles nothing for a partner who has since been rejected',
      facts({ of_click: [{ ...PROVISIONAL, partner_status: 'rejected' }] }),
      {},
      { kind: 'no_attribution', reason: 'customer_partner_not_approved' },
    ],
    [
      'treats a server request the same way under browser_allowed',
      facts({ of_click: [PROVISIONAL] }, { lead_auth_policy: 'browser_allowed' }),
      { customer_key: 'k' },
      { kind: 'settle', customer: PROVISIONAL },
    ],
  ])('%s', (_label, known, overrides, decision) => {
    expect(decideLead(known, leadReport(overrides))).toEqual(decision)
  })
})

describe('a program closed to new referrals', () => {
  const closedProgramData = (overrides: Partial<LeadData> = {}, program: Partial<LeadData['program']> = {}) =>
    facts(overrides, { closed_to_new_referrals: true, ...program })
  const rejected = { kind: 'closed_to_new_referrals' }

  it.each<[string, LeadData, Partial<LeadReport>, unknown]>([
    ['rejects a new customer from a server request', closedProgramData(), { customer_key: 'k' }, rejected],
    ['rejects a new browser lead', closedProgramData(), { source: 'browser' }, rejected],
    [
      'rejects a browser lead that would settle immediately',
      closedProgramData({}, { lead_auth_policy: 'browser_allowed' }),
      { source: 'browser' },
      rejected,
    ],
    [
      'rejects another customer for a known click',
      closedProgramData({ of_click: [SETTLED] }),
      { customer_key: 'k2' },
      rejected,
    ],
    ['changes nothing without a click', closedProgramData({ click: undefined }), {}, NO_CLICK],
    [
      'accepts existing customers',
      closedProgramData({ with_key: SETTLED }),
      { customer_key: 'k' },
      REPEAT_SETTLED,
    ],
    [
      'settles provisional leads created before the program was closed',
      closedProgramData({ of_click: [PROVISIONAL] }),
      { customer_key: 'k2' },
      { kind: 'settle', customer: PROVISIONAL },
    ],
    [
      'repeats a provisional lead',
      closedProgramData({ of_click: [PROVISIONAL] }),
      { source: 'browser' },
      { kind: 'repeat', lead_id: 100, is_provisional: true },
    ],
  ])('%s', (_label, known, overrides, decision) => {
    expect(decideLead(known, leadReport(overrides))).toEqual(decision)
  })
})

describe('a browser request in a program that requires server-verified leads (D22)', () => {
  it.each<[string, LeadData, unknown]>([
    ['creates a provisional lead', facts(), CREATE_PROVISIONAL],
    [
      'keeps a provisional lead provisional',
      facts({ of_click: [PROVISIONAL] }),
      { kind: 'repeat', lead_id: 100, is_provisional: true },
    ],
    [
      'reveals nothing to the browser for a settled click, and records nothing',
      facts({ of_click: [SETTLED] }),
      { kind: 'repeat', lead_id: 200, is_provisional: true },
    ],
    [
      'returns the browser’s own lead, wherever it is among server-verified leads',
      facts({ of_click: [SETTLED, { ...PROVISIONAL, lead_state: 'settled' }, { ...SETTLED, lead_id: 50 }] }),
      { kind: 'repeat', lead_id: 100, is_provisional: true },
    ],
    ['does not link a key that is already in use', facts({ with_key: SETTLED }), CREATE_PROVISIONAL],
    ['does not link an email that is already in use', facts({ with_email: [SETTLED] }), CREATE_PROVISIONAL],
  ])('%s', (_label, known, decision) => {
    expect(
      decideLead(known, leadReport({ source: 'browser', customer_key: 'k', email_hash: hash('e') })),
    ).toEqual(decision)
  })
})

describe('a browser request in a program set to browser_allowed (D22)', () => {
  const browserAllowedData = (overrides: Partial<LeadData> = {}) =>
    facts(overrides, { lead_auth_policy: 'browser_allowed' })

  it.each<[string, LeadData, Partial<LeadReport>, unknown]>([
    ['settles the first request', browserAllowedData(), { customer_key: 'k' }, CREATE_SETTLED],
    [
      'rejects a repeat for the click',
      browserAllowedData({ of_click: [SETTLED] }),
      { customer_key: 'k2' },
      { kind: 'already_settled' },
    ],
    [
      'rejects a repeat for the customer from another click',
      browserAllowedData({ with_key: SETTLED }),
      { customer_key: 'k' },
      { kind: 'already_settled' },
    ],
    [
      'rejects a repeat for the email',
      browserAllowedData({ with_email: [SETTLED] }),
      { email_hash: hash('e') },
      { kind: 'already_settled' },
    ],
    [
      'treats the same email with another key as another customer',
      browserAllowedData({ with_email: [SETTLED] }),
      { customer_key: 'k2', email_hash: hash('e') },
      CREATE_SETTLED,
    ],
    [
      'settles a provisional lead created before the switch',
      browserAllowedData({ of_click: [PROVISIONAL] }),
      { customer_key: 'k' },
      { kind: 'settle', customer: PROVISIONAL },
    ],
    [
      'does not settle it for a key that is already in use',
      browserAllowedData({ of_click: [PROVISIONAL], with_key: SETTLED }),
      { customer_key: 'k' },
      { kind: 'already_settled' },
    ],
    [
      'settles the first signup of a customer whom the team attributed',
      browserAllowedData({ with_key: { ...PROVISIONAL, attribution_source: 'team' } }),
      { customer_key: 'k' },
      { kind: 'settle', customer: { ...PROVISIONAL, attribution_source: 'team' } },
    ],
    [
      'doesn’t move a coupon code’s customer to the click’s partner',
      browserAllowedData({ with_key: { ...SETTLED, attribution_source: 'coupon_code', partner_id: 6 } }),
      { customer_key: 'k' },
      { kind: 'already_settled' },
    ],
    [
      'doesn’t create a customer without a click',
      browserAllowedData({ click: undefined, with_key: SETTLED }),
      { customer_key: 'k' },
      NO_CLICK,
    ],
  ])('%s', (_label, known, overrides, decision) => {
    expect(decideLead(known, leadReport({ source: 'browser', ...overrides }))).toEqual(decision)
  })
})
