import {
  isAmount,
  isInstant,
  type Json,
  limitReferences,
  parseCurrency,
  parseId,
  parseList,
  parseText,
} from '../event-values.rule.ts'
import type { ReportedRefund } from '../processor.ts'
import { parseStripeAmount } from './stripe-values.rule.ts'

/** A charge's total includes pending refunds. */
const KIND_BY_STATUS: Record<string, 'refund' | 'failed_refund' | undefined> = {
  pending: 'refund',
  succeeded: 'refund',
  failed: 'failed_refund',
  canceled: 'failed_refund',
}

/** Converts one refund by its own ID: a refund that was made, or one that failed. Undecided refunds are ignored. */
export function readRefund(refund: Json): ReportedRefund | 'nothing' | undefined {
  const refund_id = parseText(refund.id)
  const references = limitReferences([parseId(refund.payment_intent), parseId(refund.charge)])
  const { status, created } = refund
  const currency = parseCurrency(refund.currency)
  const amount_cents = parseStripeAmount(refund.amount, currency)
  if (status === 'requires_action') return 'nothing'
  // The authorization expired, so there was no captured amount to refund (D61).
  if (refund.reason === 'expired_uncaptured_charge') return 'nothing'
  const kind = typeof status === 'string' ? KIND_BY_STATUS[status] : undefined
  if (
    kind === undefined ||
    refund_id === undefined ||
    references.length === 0 ||
    amount_cents === undefined
  ) {
    return undefined
  }
  return {
    kind,
    references,
    bill_id: undefined,
    is_linked: false,
    refund_id,
    charge_id: parseId(refund.charge),
    charge: undefined,
    amount_cents,
    currency,
    // A failure's time is when it happened; a refund's time is when it was made.
    made_at: kind === 'refund' && isInstant(created) ? new Date(created * 1000) : undefined,
    is_withdrawn: false,
    reason: kind === 'failed_refund' ? parseText(refund.failure_reason) : parseText(refund.reason),
  }
}

/**
 * Converts a dispute. An inquiry (`warning_…`) doesn't withdraw money until it becomes a dispute. A won or prevented
 * dispute returns the money.
 */
export function readDispute(dispute: Json): ReportedRefund | 'nothing' | undefined {
  const refund_id = parseText(dispute.id)
  const references = limitReferences([parseId(dispute.payment_intent), parseId(dispute.charge)])
  const status = parseText(dispute.status)
  const currency = parseCurrency(dispute.currency)
  const amount_cents = parseStripeAmount(dispute.amount, currency)
  if (status?.startsWith('warning_')) return 'nothing'
  if (status === undefined) return undefined
  if (refund_id === undefined || references.length === 0 || amount_cents === undefined) return undefined
  return {
    kind: 'dispute',
    references,
    bill_id: undefined,
    is_linked: false,
    refund_id,
    charge_id: parseId(dispute.charge),
    charge: undefined,
    amount_cents,
    currency,
    made_at: undefined,
    is_withdrawn: status === 'won' || status === 'prevented',
    reason: parseText(dispute.reason),
  }
}

/**
 * Converts the part of a credit note that was returned after the payment other than by refunds, which have their own
 * events: to the customer's balance, whose later use isn't a payment, or outside the processor.
 */
export function readCreditNote(note: Json): ReportedRefund | 'nothing' | undefined {
  if (note.type === 'pre_payment' || note.post_payment_amount === 0) return 'nothing'
  const [id, invoice] = [parseText(note.id), parseId(note.invoice)]
  const creditedAmount = note.post_payment_amount ?? note.amount
  if (id === undefined || invoice === undefined || !isAmount(creditedAmount)) return undefined
  const remainingAmount = creditedAmount - refundedBy(note, creditedAmount)
  if (remainingAmount <= 0) return 'nothing'
  const currency = parseCurrency(note.currency)
  const amount_cents = parseStripeAmount(remainingAmount, currency)
  if (amount_cents === undefined) return undefined
  const isVoid = note.status === 'void'
  return {
    kind: isVoid ? 'failed_refund' : 'refund',
    references: [invoice],
    bill_id: invoice,
    is_linked: false,
    refund_id: id,
    // A separate ID, because no charge's total includes it.
    charge_id: id,
    charge: undefined,
    amount_cents,
    currency,
    made_at: !isVoid && isInstant(note.created) ? new Date(note.created * 1000) : undefined,
    is_withdrawn: false,
    reason: parseText(note.reason),
  }
}

/**
 * Returns the part returned by refunds. Older formats contain one refund without its amount, which is the part returned
 * neither to the balance nor outside the processor.
 */
function refundedBy(note: Json, creditedAmount: number): number {
  if (Array.isArray(note.refunds)) {
    const amounts = parseList(note.refunds).map((one) => one.amount_refunded)
    return amounts.reduce<number>((sum, amount) => sum + (isAmount(amount) ? amount : 0), 0)
  }
  if (parseId(note.refund) === undefined) return 0
  return creditedAmount - (isAmount(note.out_of_band_amount) ? note.out_of_band_amount : 0)
}
