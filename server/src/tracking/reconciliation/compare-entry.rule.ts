import { joinPayments } from '../processors/join-payments.rule.ts'
import type { ReportedPayment, ReportedRefund } from '../processors/processor.ts'
import type { Comparison, RecordedPayment, RecordedRefund } from './reconciliation.ts'

/**
 * Compares a listed payment with the recorded ones that share an ID with it, best match first.
 * @returns undefined if it isn't paid, so there is nothing to compare
 */
export function comparePayment(
  listed: ReportedPayment,
  candidates: readonly RecordedPayment[],
): Comparison | undefined {
  if (!listed.is_paid) return undefined
  const recorded = candidates[0]
  const isKnown = recorded !== undefined && (recorded.sale_id !== null || isReported(recorded))
  if (!isKnown) return { state: 'missing', recorded }
  const different = differentAmount(listed, recorded)
  if (different !== undefined) return { state: 'different_amount', recorded, ...different }
  if (recorded.sale_id !== null) return { state: 'matched', recorded }
  return { state: 'unattributed', reason: unattributedReason(recorded), recorded }
}

/** Whether an event reported the payment as paid, with its amount. Otherwise, only its IDs are known. */
function isReported({ amount_cents, unpaid_since }: RecordedPayment): boolean {
  return amount_cents !== null && unpaid_since === null
}

function unattributedReason({ state, reason }: RecordedPayment): string {
  return state === 'dismissed' ? 'dismissed' : (reason ?? 'no_customer')
}

/**
 * Returns the recorded amount if it differs. A less accurate report isn't a difference: a checkout's price may exceed
 * the amount its invoice collected.
 */
function differentAmount(listed: ReportedPayment, recorded: RecordedPayment) {
  const { amount_cents, currency } = listed
  if (isReported(recorded)) {
    const joined = joinPayments(toComparedDetails(listed), toComparedDetails(recorded))
    if (joined.amount_cents !== recorded.amount_cents || joined.currency !== recorded.currency)
      return { recordedCents: recorded.amount_cents ?? 0, recordedCurrency: recorded.currency ?? undefined }
    // The amount that the checkout captured determines its sale.
    if (joined.amount_cents !== amount_cents) return undefined
  }
  const { sale_cents, sale_currency, created_sale } = recorded
  if (sale_cents === null || created_sale) return undefined
  if (sale_cents === amount_cents && sale_currency === currency) return undefined
  return { recordedCents: sale_cents, recordedCurrency: sale_currency ?? undefined }
}

/** Only the amount matters to the comparison. */
function toComparedDetails({
  amount_cents,
  amount_from,
  currency,
}: Pick<RecordedPayment, 'amount_cents' | 'amount_from' | 'currency'>) {
  return {
    transaction_id: null,
    amount_cents,
    // safe because both are values from the same column, which has a check
    amount_from: amount_from as ReportedPayment['amount_from'] | null,
    currency,
    tax_amount_cents: null,
    unpaid_since: null,
    sale_type: null,
    is_recurring: null,
    subscription_id: null,
    subscription_interval: null,
    product_id: null,
    coupon_code: null,
    click_id: null,
    customer_key: null,
    reference_key: null,
    email_hash: null,
    processor_customer_id: null,
    occurred_at: null,
  }
}

/**
 * Compares a listed refund or dispute with its payment's recorded ones.
 * @param refunds the payment's refunds, and those that the merchant reported for its sale
 * @returns undefined if it didn't move money and nothing was recorded
 */
export function compareRefund(
  listed: ReportedRefund,
  recorded: RecordedPayment | undefined,
  refunds: readonly RecordedRefund[],
): Comparison | undefined {
  // The merchant may use the account for other business, so this alone isn't a difference.
  if (recorded === undefined) return { state: 'unattributed', reason: 'payment_unknown' }
  const compare = { refund: compareOneRefund, failed_refund: compareFailure, dispute: compareDispute }
  const comparison = compare[listed.kind](listed, refunds)
  return comparison === undefined ? undefined : { ...comparison, recorded }
}

function compareOneRefund(listed: ReportedRefund, refunds: readonly RecordedRefund[]): Comparison {
  if (listed.refund_id === undefined) return compareTotal(listed, refunds)
  const same = refunds.find(({ kind, refund_id }) => kind === 'refund' && refund_id === listed.refund_id)
  if (same !== undefined) return compareAmounts(listed, same)
  const { charge_id, made_at } = listed
  const isInTotal = findTotals(refunds, charge_id).some(
    ({ occurred_at }) => made_at === undefined || occurred_at >= made_at,
  )
  return { state: isInTotal ? 'matched' : 'missing' }
}

/** Compares the total refunded so far. A smaller recorded total means that a refund is missing. */
function compareTotal(listed: ReportedRefund, refunds: readonly RecordedRefund[]): Comparison {
  // The same order as for applying totals.
  const [newest] = findTotals(refunds, listed.charge_id).sort(
    (a, b) => b.occurred_at.getTime() - a.occurred_at.getTime() || b.amount_cents - a.amount_cents,
  )
  if (newest === undefined || newest.amount_cents < listed.amount_cents) return { state: 'missing' }
  return compareAmounts(listed, newest)
}

function findTotals(refunds: readonly RecordedRefund[], charge: string | undefined): RecordedRefund[] {
  return refunds.filter(
    ({ kind, refund_id, charge_id }) =>
      kind === 'refund' && refund_id === null && (charge === undefined || charge_id === charge),
  )
}

function compareFailure(listed: ReportedRefund, refunds: readonly RecordedRefund[]): Comparison | undefined {
  const kinds = refunds.filter(({ refund_id }) => refund_id === listed.refund_id).map(({ kind }) => kind)
  if (kinds.includes('failed_refund')) return { state: 'matched' }
  return kinds.includes('refund') ? { state: 'missing' } : undefined
}

function compareDispute(listed: ReportedRefund, refunds: readonly RecordedRefund[]): Comparison | undefined {
  const reports = refunds.filter(
    ({ kind, refund_id }) => kind === 'dispute' && refund_id === listed.refund_id,
  )
  const [first] = reports
  if (first === undefined) return listed.is_withdrawn ? undefined : { state: 'missing' }
  const isKnownAsWon = reports.some(({ is_withdrawn }) => is_withdrawn)
  if (listed.is_withdrawn) return { state: isKnownAsWon ? 'matched' : 'missing' }
  return compareAmounts(listed, first)
}

function compareAmounts(listed: ReportedRefund, recorded: RecordedRefund): Comparison {
  const { amount_cents, currency } = recorded
  const isSameCurrency = listed.currency === undefined || currency === null || listed.currency === currency
  if (amount_cents === listed.amount_cents && isSameCurrency) return { state: 'matched' }
  return {
    state: 'different_amount',
    recordedCents: amount_cents,
    recordedCurrency: currency ?? undefined,
  }
}
