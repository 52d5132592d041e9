import type { AttributedBy, UnattributedReason } from '../../core/enums.ts'
import { isWithinWindow } from '../clicks/attribution-window.rule.ts'
import type { LeadClick, LeadCustomer, LeadData } from '../leads/lead.ts'

/** Facts about the buyer for attributing a processor payment. */
export interface PaymentData extends LeadData {
  /** The customers whose key equals a generic reference. Empty if the payment contains a click or a key. */
  with_reference: readonly LeadCustomer[]
  /** The customers with the processor's customer ID, newest first. */
  with_processor_customer: readonly LeadCustomer[]
}

export interface Buyer {
  customer_key: string | undefined
  email_hash: Buffer | undefined
}

export type PaymentAttribution =
  | { kind: 'customer'; customer: LeadCustomer; by: AttributedBy }
  /** No customer yet: the visitor bought without signing up. */
  | { kind: 'create'; click: LeadClick }
  | { kind: 'unattributed'; reason: UnattributedReason }

/**
 * Attributes a payment to the customer found by the click in its metadata, otherwise by the customer key, the buyer's
 * email, the processor's customer ID, or the generic reference as a key (D60). Otherwise the click creates a customer,
 * like a server lead (D21). According to attribution rule 3 of the specification, only existing customers match without
 * a click or in a program closed to new referrals.
 */
export function attributePayment(data: PaymentData, buyer: Buyer, receivedAt: Date): PaymentAttribution {
  if (data.program.status !== 'active') return { kind: 'unattributed', reason: 'program_inactive' }
  const match = findBuyer(data, buyer)
  if (match !== undefined) {
    const isApproved = match.customer.partner_status === 'approved'
    return isApproved
      ? { kind: 'customer', ...match }
      : { kind: 'unattributed', reason: 'partner_not_approved' }
  }
  const { click, program } = data
  if (click === undefined) return { kind: 'unattributed', reason: 'no_customer' }
  if (click.partner_status !== 'approved') return { kind: 'unattributed', reason: 'partner_not_approved' }
  if (!isWithinWindow(click.received_at, receivedAt, program.attribution_window_days)) {
    return { kind: 'unattributed', reason: 'window_expired' }
  }
  return program.closed_to_new_referrals
    ? { kind: 'unattributed', reason: 'closed_to_new_referrals' }
    : { kind: 'create', click }
}

/** Returns a payment's customer, regardless of the partner's status. */
export function findBuyer(
  data: PaymentData,
  buyer: Buyer,
): { customer: LeadCustomer; by: AttributedBy } | undefined {
  const of_click = findClickCustomer(data.of_click, buyer)
  if (of_click !== undefined) return { customer: of_click, by: 'click_id' }
  if (data.with_key !== undefined) return { customer: data.with_key, by: 'customer_key' }
  // Another key means another customer, even with the same email.
  const with_email = data.with_email.find((customer) => isPossible(customer, buyer))
  if (with_email !== undefined) return { customer: with_email, by: 'email' }
  const withId = data.with_processor_customer.find((customer) => isPossible(customer, buyer))
  if (withId !== undefined) return { customer: withId, by: 'processor_customer_id' }
  const [withReference] = data.with_reference
  return withReference && { customer: withReference, by: 'customer_key' }
}

/**
 * Chooses among a click's customers: the one with the same key, then with the same email, then one without an identity,
 * then the newest without a different key.
 */
function findClickCustomer(of_click: readonly LeadCustomer[], buyer: Buyer): LeadCustomer | undefined {
  const { customer_key, email_hash } = buyer
  const possibleCustomers = of_click.filter((customer) => isPossible(customer, buyer))
  return (
    possibleCustomers.find(
      (customer) => customer_key !== undefined && customer.customer_key === customer_key,
    ) ??
    possibleCustomers.find(
      (customer) => email_hash !== undefined && customer.email_hash?.equals(email_hash),
    ) ??
    possibleCustomers.find(({ lead_state }) => lead_state === 'provisional') ??
    possibleCustomers[0]
  )
}

function isPossible(customer: LeadCustomer, { customer_key }: Buyer): boolean {
  return (
    customer_key === undefined || customer.customer_key === null || customer.customer_key === customer_key
  )
}
