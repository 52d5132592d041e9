import type { AttributedBy, UnattributedReason } from '../../core/enums.ts'
import { isWithinWindow } from '../clicks/attribution-window.rule.ts'
import type { LeadClick, LeadCustomer, LeadFacts } from '../leads/lead.ts'

/** What is known about the buyer when a payment of the connected processor account is attributed. */
export interface PaymentFacts extends LeadFacts {
  /** The customers whose key a generic reference of the payment equals; none where the payment names a click or a key. */
  with_reference: readonly LeadCustomer[]
  /** The customers with the processor's customer id, the newest first. */
  with_processor_customer: readonly LeadCustomer[]
}

export interface Buyer {
  customer_key: string | undefined
  email_hash: Buffer | undefined
}

export type PaymentAttribution =
  | { kind: 'customer'; customer: LeadCustomer; by: AttributedBy }
  /** Nobody yet: the click's visitor bought without ever signing up. */
  | { kind: 'create'; click: LeadClick }
  | { kind: 'unattributed'; reason: UnattributedReason }

/**
 * Whose payment it is: the customer of the click in its metadata, else the one with the customer key, else with the
 * buyer's e-mail, else with the processor's customer id, else with the generic reference as its key (D60); else the
 * click makes a customer, as a lead call of the merchant's server would (D21). Attribution rule 3 of the specification:
 * without a click it is only ever a customer that exists, and so it is in a program that is closed to new referrals.
 */
export function attributePayment(facts: PaymentFacts, buyer: Buyer, receivedAt: Date): PaymentAttribution {
  if (facts.program.status !== 'active') return { kind: 'unattributed', reason: 'program_inactive' }
  const found = findBuyer(facts, buyer)
  if (found !== undefined) {
    const isApproved = found.customer.partner_status === 'approved'
    return isApproved
      ? { kind: 'customer', ...found }
      : { kind: 'unattributed', reason: 'partner_not_approved' }
  }
  const { click, program } = facts
  if (click === undefined) return { kind: 'unattributed', reason: 'no_customer' }
  if (click.partner_status !== 'approved') return { kind: 'unattributed', reason: 'partner_not_approved' }
  if (!isWithinWindow(click.received_at, receivedAt, program.attribution_window_days)) {
    return { kind: 'unattributed', reason: 'window_expired' }
  }
  return program.closed_to_new_referrals
    ? { kind: 'unattributed', reason: 'closed_to_new_referrals' }
    : { kind: 'create', click }
}

/** The customer that a payment is of, whatever the status of the partner. */
export function findBuyer(
  facts: PaymentFacts,
  buyer: Buyer,
): { customer: LeadCustomer; by: AttributedBy } | undefined {
  const of_click = oneOfClick(facts.of_click, buyer)
  if (of_click !== undefined) return { customer: of_click, by: 'click_id' }
  if (facts.with_key !== undefined) return { customer: facts.with_key, by: 'customer_key' }
  // Somebody who signed up under another key is somebody else, whatever the e-mail.
  const with_email = facts.with_email.find((customer) => isPossible(customer, buyer))
  if (with_email !== undefined) return { customer: with_email, by: 'email' }
  const withId = facts.with_processor_customer.find((customer) => isPossible(customer, buyer))
  if (withId !== undefined) return { customer: withId, by: 'processor_customer_id' }
  const [withReference] = facts.with_reference
  return withReference && { customer: withReference, by: 'customer_key' }
}

/**
 * One click may lead to several customers. The buyer is the one with the same key, else with the same e-mail, else
 * who has not been identified yet, else the newest whose key is not another one.
 */
function oneOfClick(of_click: readonly LeadCustomer[], buyer: Buyer): LeadCustomer | undefined {
  const { customer_key, email_hash } = buyer
  const possible = of_click.filter((customer) => isPossible(customer, buyer))
  return (
    possible.find((customer) => customer_key !== undefined && customer.customer_key === customer_key) ??
    possible.find((customer) => email_hash !== undefined && customer.email_hash?.equals(email_hash)) ??
    possible.find(({ lead_state }) => lead_state === 'provisional') ??
    possible[0]
  )
}

function isPossible(customer: LeadCustomer, { customer_key }: Buyer): boolean {
  return (
    customer_key === undefined || customer.customer_key === null || customer.customer_key === customer_key
  )
}
