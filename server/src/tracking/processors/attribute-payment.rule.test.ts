import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../core/time/time.ts'
import type { LeadClick, LeadCustomer } from '../leads/lead.ts'
import { attributePayment, type PaymentData } from './attribute-payment.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')

const EMAIL = Buffer.from('bea')

const customer = (id: number, more: Partial<LeadCustomer> = {}): LeadCustomer => ({
  id,
  customer_key: null,
  email_hash: null,
  status: 'lead',
  partner_id: 1,
  partner_status: 'approved',
  lead_id: id,
  lead_state: 'settled',
  lead_source: 'server',
  lead_received_at: NOW,
  attribution_source: 'click',
  continued_by: null,
  clicked_at: NOW,
  sale_count: 0,
  ...more,
})

const click = (more: Partial<LeadClick> = {}): LeadClick => ({
  uuid: 'click',
  received_at: NOW,
  link_id: 1,
  partner_id: 1,
  partner_status: 'approved',
  ...more,
})

const facts = (more: Partial<PaymentData> = {}): PaymentData => ({
  program: {
    id: 1,
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
  },
  click: undefined,
  with_key: undefined,
  of_click: [],
  with_email: [],
  with_processor_customer: [],
  with_reference: [],
  ...more,
})

const buyer = { customer_key: undefined, email_hash: undefined }
const found = (id: number, by: string) => ({
  kind: 'customer',
  by,
  customer: expect.objectContaining({ id }),
})

describe('attributePayment', () => {
  const everybody = {
    click: click(),
    of_click: [customer(1)],
    with_key: customer(2, { customer_key: 'k' }),
    with_email: [customer(3)],
    with_processor_customer: [customer(4)],
    with_reference: [customer(5, { customer_key: 'r' })],
  }

  it.each([
    ['first the click’s customer', everybody, found(1, 'click_id')],
    ['then the customer key', { ...everybody, of_click: [] }, found(2, 'customer_key')],
    ['then the email', { ...everybody, of_click: [], with_key: undefined }, found(3, 'email')],
    [
      "then the processor's customer ID",
      { ...everybody, of_click: [], with_key: undefined, with_email: [] },
      found(4, 'processor_customer_id'),
    ],
    [
      'then the generic reference, as a key',
      { ...everybody, of_click: [], with_key: undefined, with_email: [], with_processor_customer: [] },
      found(5, 'customer_key'),
    ],
    ['then the click itself', { click: click() }, { kind: 'create', click: click() }],
    ['otherwise no customer', {}, { kind: 'unattributed', reason: 'no_customer' }],
  ])('%s', (_name, known, expected) => {
    expect(attributePayment(facts(known), buyer, NOW)).toEqual(expected)
  })

  it.each([
    ['the customer with the key', { customer_key: 'k', email_hash: EMAIL }, 2],
    ['then the customer with the email', { customer_key: undefined, email_hash: EMAIL }, 3],
    ['then the provisional one', { customer_key: undefined, email_hash: Buffer.from('other') }, 4],
  ])('chooses among several customers of a click: %s', (_name, who, id) => {
    const of_click = [
      customer(5),
      customer(4, { lead_state: 'provisional' }),
      customer(3, { email_hash: EMAIL }),
      customer(2, { customer_key: 'k' }),
    ]
    expect(attributePayment(facts({ click: click(), of_click }), who, NOW)).toEqual(found(id, 'click_id'))
  })

  it('matches existing customers in a program closed to new referrals', () => {
    const program = { ...facts().program, closed_to_new_referrals: true }
    expect(attributePayment(facts({ ...everybody, program }), buyer, NOW)).toEqual(found(1, 'click_id'))
  })

  it('chooses the newest of several equal customers', () => {
    const of_click = [customer(5), customer(4)]
    expect(attributePayment(facts({ click: click(), of_click }), buyer, NOW)).toEqual(found(5, 'click_id'))
  })

  it('treats a signup with another key as another customer', () => {
    const other = customer(1, { customer_key: 'other' })
    const who = { customer_key: 'k', email_hash: EMAIL }
    const known = { of_click: [other], with_email: [other], with_processor_customer: [other] }
    expect(attributePayment(facts(known), who, NOW)).toEqual({ kind: 'unattributed', reason: 'no_customer' })
    expect(attributePayment(facts({ ...known, click: click() }), who, NOW)).toMatchObject({ kind: 'create' })
  })

  it.each([
    [
      'an inactive program',
      { ...everybody, program: { ...facts().program, status: 'paused' as const } },
      'program_inactive',
    ],
    [
      'an unapproved partner’s customer',
      { of_click: [customer(1, { partner_status: 'rejected' })] },
      'partner_not_approved',
    ],
    [
      'an unapproved partner’s click',
      { click: click({ partner_status: 'pending' }) },
      'partner_not_approved',
    ],
    [
      'a click in a program that is closed to new referrals',
      { click: click(), program: { ...facts().program, closed_to_new_referrals: true } },
      'closed_to_new_referrals',
    ],
    [
      'no match, whether the program is closed or not',
      { program: { ...facts().program, closed_to_new_referrals: true } },
      'no_customer',
    ],
  ])('returns the reason for %s', (_name, known, reason) => {
    expect(attributePayment(facts(known), buyer, NOW)).toEqual({ kind: 'unattributed', reason })
  })

  it('creates a customer from a click until the last millisecond of the window', () => {
    const at = (ms: number) => new Date(NOW.getTime() + 60 * DAY_MS + ms)
    expect(attributePayment(facts({ click: click() }), buyer, at(0))).toMatchObject({ kind: 'create' })
    expect(attributePayment(facts({ click: click() }), buyer, at(1))).toEqual({
      kind: 'unattributed',
      reason: 'window_expired',
    })
  })
})
