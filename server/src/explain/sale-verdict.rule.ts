import { durationEnd } from '../commissions/sale-commission.rule.ts'
import { payoutWait } from '../partners/payout-wait.rule.ts'
import type { CommissionPolicy } from '../programs/commission-policy.ts'
import type { CommissionReason } from '../reporting/explain-commission.rule.ts'
import type {
  CommissionEntry,
  CustomerEntry,
  Facts,
  PayoutEntry,
  ProgramEntry,
  Reason,
  RefundEntry,
  SaleEntry,
  Verdict,
} from './explain.ts'

/** A recorded sale with all that says what it earned. */
export interface SaleStanding {
  sale: SaleEntry
  /** Undefined of a test sale. */
  customer: CustomerEntry | undefined
  commission: CommissionEntry | undefined
  /** Why it has a commission or none. */
  commissionReason: CommissionReason
  /** The policy it was, or would have been, paid by. */
  policy: Pick<CommissionPolicy, 'duration' | 'duration_months'> | undefined
  refunds: readonly RefundEntry[]
  /** Those that took up its commission. */
  payouts: readonly PayoutEntry[]
  /** Why the commission was rejected, when it was. */
  rejectedReason: string | undefined
  /** The currencies that a policy of the program speaks of, where none speaks of the sale's. */
  currencies: readonly string[]
}

/** What a recorded sale earns its partner, and why: from the rows that the rules wrote when it was decided. */
export function saleVerdict(standing: SaleStanding, program: ProgramEntry): Verdict {
  const facts = factsOfSale(standing)
  const { sale, commission } = standing
  if (sale.is_test) return { reason: 'test_event', facts }
  if (commission === undefined) return withoutCommission(standing, facts, program.time_zone)
  const reason = reasonOf(standing, commission, program)
  return { reason, facts: { ...facts, ...factsOfMoney(standing, commission, reason) } }
}

function withoutCommission(
  { commissionReason, policy, customer, currencies }: SaleStanding,
  facts: Facts,
  timeZone: string,
): Verdict {
  if (commissionReason === 'no_matching_policy') {
    return { reason: 'no_policy_of_currency', facts: { ...facts, currencies: [...currencies] } }
  }
  if (commissionReason !== 'past_duration' || policy === undefined) {
    throw new Error(`a live sale without a commission is explained by ${commissionReason}`)
  }
  const firstSaleAt = customer?.first_sale_at ?? null
  const first = firstSaleAt === null ? {} : { firstSaleAt: firstSaleAt.toISOString() }
  if (policy.duration === 'first_sale')
    return { reason: 'commission_first_sale_only', facts: { ...facts, ...first } }
  const ended =
    firstSaleAt === null ? {} : { durationEndedAt: durationEnd(policy, firstSaleAt, timeZone).toISOString() }
  const months = policy.duration_months === null ? {} : { durationMonths: policy.duration_months }
  return { reason: 'commission_ended', facts: { ...facts, ...first, ...months, ...ended } }
}

/** Of a commission: taken back, paid, or on its way. */
function reasonOf(standing: SaleStanding, commission: CommissionEntry, program: ProgramEntry): Reason {
  const { customer, payouts } = standing
  const leftCents = commission.amount_cents - commission.reversed_cents
  if (commission.amount_cents === 0) return 'commission_is_zero'
  if (commission.paid_cents > leftCents) return 'refunded_after_payment'
  if (leftCents === 0) return takenBack(standing, commission)
  if (commission.paid_cents === leftCents) return 'paid'
  if (payouts.some(({ status, amount_cents }) => status === 'open' && amount_cents > 0)) return 'in_payout'
  if (commission.status === 'pending') {
    const isReviewed = program.commission_approval === 'review' || commission.hold_reason !== null
    return isReviewed ? 'waits_for_review' : 'waits_for_hold'
  }
  const isHeld = customer !== undefined && payoutWait(standingOf(customer)) !== null
  return isHeld ? 'waits_for_partner' : 'waits_for_payout'
}

/** Nothing is left of a commission: a person, another sale of the same payment, a dispute or refunds took it. */
function takenBack({ refunds }: SaleStanding, { rejected_at }: CommissionEntry): Reason {
  if (rejected_at !== null) return 'commission_rejected'
  if (refunds.some(({ voids_sale, withdrawn_at }) => voids_sale && withdrawn_at === null))
    return 'same_payment_twice'
  const isDisputed = refunds.some(
    ({ kind, withdrawn_at, amount_cents }) => kind === 'dispute' && withdrawn_at === null && amount_cents > 0,
  )
  return isDisputed ? 'disputed' : 'refunded'
}

function standingOf({ partner_status, payout_hold_reason }: CustomerEntry) {
  return { status: partner_status, payout_hold_reason }
}

function factsOfSale({ sale, customer }: SaleStanding): Facts {
  return {
    saleId: sale.id,
    transactionId: sale.transaction_id,
    receivedAt: sale.received_at.toISOString(),
    currency: sale.currency,
    ...(sale.amount_cents === null ? {} : { amountCents: sale.amount_cents }),
    ...(sale.refunded_cents === 0 ? {} : { refundedCents: sale.refunded_cents }),
    ...(customer === undefined ? {} : factsOfCustomer(customer)),
  }
}

/** Who a customer is, and whose. */
export function factsOfCustomer(customer: CustomerEntry): Facts {
  return {
    customerId: customer.id,
    ...(customer.customer_key === null ? {} : { customerKey: customer.customer_key }),
    partner: { id: customer.partner_id, name: customer.partner_name },
    partnerStatus: customer.partner_status,
    clickedAt: customer.clicked_at.toISOString(),
  }
}

function factsOfMoney(
  { customer, payouts, rejectedReason }: SaleStanding,
  commission: CommissionEntry,
  reason: Reason,
): Facts {
  const wait = customer === undefined ? null : payoutWait(standingOf(customer))
  // A payout that took back what had been paid before has paid nothing.
  const giving = payouts.filter(({ amount_cents }) => amount_cents > 0)
  const open = giving.findLast(({ status }) => status === 'open')
  const paid = giving.findLast(({ status }) => status === 'paid')
  const payout = reason === 'in_payout' ? open : (paid ?? open)
  const paidAt = paid?.closed_at ?? null
  return {
    commissionId: commission.id,
    partner: { id: commission.partner_id, name: commission.partner_name },
    madeCents: commission.amount_cents,
    commissionCents: commission.amount_cents - commission.reversed_cents,
    paidCents: commission.paid_cents,
    holdUntil: commission.hold_until.toISOString(),
    ...(commission.less_tax_cents == null || commission.less_tax_cents === 0
      ? {}
      : { taxCents: commission.less_tax_cents }),
    ...(commission.hold_reason === null ? {} : { holdReason: commission.hold_reason }),
    ...(payout === undefined ? {} : { payoutId: payout.payout_id }),
    ...(paidAt === null ? {} : { paidAt: paidAt.toISOString() }),
    ...(wait === null ? {} : { payoutWait: wait }),
    ...(customer?.payout_hold_reason == null ? {} : { payoutHoldReason: customer.payout_hold_reason }),
    ...(rejectedReason === undefined ? {} : { rejectedReason }),
  }
}
