import type { RefundKind } from '../../core/enums.ts'
import { scaleAmount } from '../../core/money/money.rule.ts'
import { PROCESSOR_REFUND_ID, type RefundData, type ReportedRefunds } from './refund-state.ts'

export type { RefundData, ReportedRefunds }

/**
 * One report that money was refunded to the customer or returned to the merchant. `refundId` is the ID of the
 * refund or dispute itself.
 */
export type RefundChange = PartialRefund | RefundTotal | ProcessorTotal | VoidedSale | FailedRefund | Dispute

/** A refund whose amount is its own. */
export interface PartialRefund extends ReportedRefund {
  amountIs: 'part'
  refundId: string
}

/** A report whose amount is the total of refunds and disputes so far. */
export interface RefundTotal extends ReportedRefund {
  amountIs: 'total_of_all'
  refundId?: undefined
}

interface ReportedRefund {
  kind: 'refund'
  /** Undefined to refund the remaining amount. */
  amountCents: number | undefined
}

/** The processor's refund total in the sale's currency, at most the sale's amount. */
export interface ProcessorTotal {
  kind: 'refund'
  amountIs: 'total_of_processor'
  amountCents: number
  refundId?: undefined
}

/** The sale is a duplicate of another one. */
export interface VoidedSale {
  kind: 'refund'
  amountIs: 'void'
  refundId: string
}

export interface FailedRefund {
  kind: 'failed_refund'
  refundId: string
  amountCents: number
}

export interface Dispute {
  kind: 'dispute'
  refundId: string
  /** Undefined for the whole sale. */
  amountCents: number | undefined
  /** Whether the dispute was won, so it no longer counts. */
  isWithdrawn: boolean
}

export type RefundDecision =
  | { kind: 'skipped' }
  | { kind: 'too_much'; left_cents: number }
  | ({ kind: 'insert'; refunded_cents: number } & NewRefundEvent)
  | { kind: 'withdraw'; id: number; refunded_cents: number }
  /** The dispute's amount changed. */
  | { kind: 'amend'; id: number; amount_cents: number; refunded_cents: number }

export interface NewRefundEvent {
  event: RefundKind
  /** Undefined if the event gets a generated ID that no client could send. */
  refund_id: string | undefined
  /** The amount that counts; 0 if the other source has already reported it. */
  amount_cents: number
  /** The reported amount, if it differs from the counted one. */
  reported_cents: number | undefined
  is_withdrawn: boolean
  voids_sale: boolean
  /** Whether it exceeds the sale only because of refunds that the team entered, so it may be one of them. */
  may_repeat_team: boolean
}

/**
 * Decides what one report changes. A repeat, recognized by its ID or, without one, by the total already refunded,
 * counts once. If both sources report a refund, the larger of their totals counts (`countRefunds`), so the result
 * doesn't depend on the order of reports. `refunded_cents` is between zero and the sale's amount.
 */
export function decideRefund(data: RefundData, change: RefundChange): RefundDecision {
  switch (change.kind) {
    case 'refund':
      return decideReportedRefund(data, change)
    case 'failed_refund':
      return reverseRefund(data, change)
    case 'dispute':
      return dispute(data, change)
  }
}

function decideReportedRefund(
  data: RefundData,
  change: Extract<RefundChange, { kind: 'refund' }>,
): RefundDecision {
  switch (change.amountIs) {
    case 'part':
      return applyPartialRefund(data, change)
    case 'total_of_all':
      return applyRefundTotal(data, change)
    case 'total_of_processor':
      return applyProcessorTotal(data, change)
    case 'void':
      return voidSale(data, change)
  }
}

/**
 * Returns the reversed part of a commission or fee. It is proportional and computed from sums, so rounding errors don't
 * add up.
 */
export function reversedPart(share_cents: number, amount_cents: number, refunded_cents: number): number {
  return share_cents - scaleAmount(share_cents, amount_cents - refunded_cents, amount_cents)
}

/** Maximum amount for one event, a safe integer. */
const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER)

const processorRefundId = new RegExp(PROCESSOR_REFUND_ID)

/** Returns the amount that counts as refunded: the reported amount, at most the sale's amount. */
function countRefunds(priorReports: ReportedRefunds, amount_cents: number): bigint {
  const [reportedCents, saleCents] = [sumReportedRefunds(priorReports, amount_cents), BigInt(amount_cents)]
  return reportedCents < saleCents ? reportedCents : saleCents
}

/** Returns the processor's total, or the other source's if it is larger. */
function sumReportedRefunds(priorReports: ReportedRefunds, amount_cents: number): bigint {
  if (priorReports.is_void) return BigInt(amount_cents)
  const { processor_cents } = priorReports
  const merchantCents = sumMerchantRefunds(priorReports)
  return processor_cents > merchantCents ? processor_cents : merchantCents
}

function sumMerchantRefunds({ named_cents, other_cents, failed_cents }: ReportedRefunds): bigint {
  return named_cents + atLeastZero(other_cents - failed_cents)
}

/** Applies a report without an ID: a total, which may exceed the sum of reported refunds. */
function applyRefundTotal(data: RefundData, { amountCents }: RefundTotal): RefundDecision {
  const total = amountCents ?? data.amount_cents
  const exceedsRoundingTolerance = BigInt(total - data.amount_cents) > data.rounding_cents
  return exceedsRoundingTolerance
    ? exceedsRemaining(data)
    : raiseMerchantTotal(data, undefined, Math.min(total, data.amount_cents))
}

function applyPartialRefund(data: RefundData, { refundId, amountCents }: PartialRefund): RefundDecision {
  if (data.existing !== undefined) return { kind: 'skipped' }
  if (amountCents === undefined) return raiseMerchantTotal(data, refundId, data.amount_cents)
  return addMerchantRefund(data, refundId, amountCents)
}

/** Adds the difference between the merchant's reports and this total of refunds and disputes. */
function raiseMerchantTotal(
  data: RefundData,
  refundId: string | undefined,
  total_cents: number,
): RefundDecision {
  const missingCents = BigInt(total_cents) - data.disputes_cents - sumMerchantRefunds(data.prior_reports)
  return missingCents <= 0n ? { kind: 'skipped' } : addMerchantRefund(data, refundId, toNumber(missingCents))
}

/**
 * Adds a refund by the merchant. A report that exceeds the remaining amount only because of rounding, or because of
 * refunds that the team entered, refunds the remaining amount.
 */
function addMerchantRefund(data: RefundData, refundId: string | undefined, cents: number): RefundDecision {
  const { amount_cents, refunds_cents, disputes_cents, rounding_cents, team_reports: team } = data
  const priorReports = withMerchantRefund(data.prior_reports, refundId, BigInt(cents))
  const reportedCents = sumReportedRefunds(priorReports, amount_cents)
  const maxCents = BigInt(amount_cents) + rounding_cents
  if (BigInt(cents) > maxCents) return exceedsRemaining(data)
  const exceedsSale = reportedCents > refunds_cents && reportedCents + disputes_cents > maxCents
  if (exceedsSale) {
    const withoutTeam = sumReportedRefunds(
      {
        ...priorReports,
        named_cents: priorReports.named_cents - team.named_cents,
        other_cents: priorReports.other_cents - team.other_cents,
      },
      amount_cents,
    )
    if (withoutTeam + disputes_cents > maxCents) return exceedsRemaining(data)
  }
  const countedCents = toNumber(atLeastZero(countRefunds(priorReports, amount_cents) - refunds_cents))
  return insert(data, {
    event: 'refund',
    refund_id: refundId,
    amount_cents: countedCents,
    reported_cents: cents,
    may_repeat_team: exceedsSale,
  })
}

function withMerchantRefund(
  priorReports: ReportedRefunds,
  refundId: string | undefined,
  cents: bigint,
): ReportedRefunds {
  if (refundId === undefined || !processorRefundId.test(refundId)) {
    return { ...priorReports, other_cents: priorReports.other_cents + cents }
  }
  const { failed_cents } = priorReports.same_refund
  return failed_cents === undefined
    ? { ...priorReports, named_cents: priorReports.named_cents + cents }
    : { ...priorReports, failed_cents: priorReports.failed_cents - failed_cents }
}

/** Applies the processor's total. If it decreases, the difference was returned to the merchant. */
function applyProcessorTotal(data: RefundData, { amountCents }: ProcessorTotal): RefundDecision {
  const priorReports = { ...data.prior_reports, processor_cents: BigInt(amountCents) }
  const delta = countRefunds(priorReports, data.amount_cents) - data.refunds_cents
  if (delta === 0n) return { kind: 'skipped' }
  return insert(data, {
    event: delta > 0n ? 'refund' : 'failed_refund',
    refund_id: undefined,
    amount_cents: toNumber(delta > 0n ? delta : -delta),
  })
}

function voidSale(data: RefundData, { refundId }: VoidedSale): RefundDecision {
  if (data.prior_reports.is_void) return { kind: 'skipped' }
  const missingCents = atLeastZero(BigInt(data.amount_cents) - data.refunds_cents)
  return insert(data, {
    event: 'refund',
    refund_id: refundId,
    amount_cents: toNumber(missingCents),
    reported_cents: data.amount_cents,
    voids_sale: true,
  })
}

/** Restores a failed refund: the amount it counted, or zero if it was never reported. */
function reverseRefund(data: RefundData, { refundId, amountCents }: FailedRefund): RefundDecision {
  if (data.existing !== undefined || amountCents === 0) return { kind: 'skipped' }
  const { prior_reports: priorReports } = data
  const { named_cents } = priorReports.same_refund
  const reportsAfter =
    named_cents === undefined
      ? { ...priorReports, failed_cents: priorReports.failed_cents + BigInt(amountCents) }
      : { ...priorReports, named_cents: priorReports.named_cents - named_cents }
  const reversedCents = atLeastZero(data.refunds_cents - countRefunds(reportsAfter, data.amount_cents))
  return insert(data, {
    event: 'failed_refund',
    refund_id: refundId,
    amount_cents: toNumber(reversedCents),
    reported_cents: amountCents,
  })
}

function dispute(data: RefundData, { refundId, amountCents, isWithdrawn }: Dispute): RefundDecision {
  const { existing: seen, refunds_cents, disputes_cents } = data
  if (seen === undefined) {
    const amount_cents = amountCents ?? data.amount_cents
    // Another sale on the same charge accounts for the whole dispute.
    if (amount_cents === 0) return { kind: 'skipped' }
    return insert(data, { event: 'dispute', refund_id: refundId, amount_cents, is_withdrawn: isWithdrawn })
  }
  if (seen.is_withdrawn) return { kind: 'skipped' }
  const otherDisputesCents = disputes_cents - BigInt(seen.amount_cents)
  if (isWithdrawn) {
    return {
      kind: 'withdraw',
      id: seen.id,
      refunded_cents: countUpTo(data, refunds_cents + otherDisputesCents),
    }
  }
  if (amountCents === undefined || amountCents === seen.amount_cents) return { kind: 'skipped' }
  const refunded_cents = countUpTo(data, refunds_cents + otherDisputesCents + BigInt(amountCents))
  return { kind: 'amend', id: seen.id, amount_cents: amountCents, refunded_cents }
}

type InsertedRefund = Pick<NewRefundEvent, 'event' | 'refund_id' | 'amount_cents'> & Partial<NewRefundEvent>

function insert(data: RefundData, event: InsertedRefund): RefundDecision {
  const {
    amount_cents,
    reported_cents,
    is_withdrawn = false,
    voids_sale = false,
    may_repeat_team = false,
  } = event
  const addedCents = is_withdrawn ? 0 : event.event === 'failed_refund' ? -amount_cents : amount_cents
  return {
    kind: 'insert',
    ...event,
    reported_cents: reported_cents === amount_cents ? undefined : reported_cents,
    is_withdrawn,
    voids_sale,
    may_repeat_team,
    refunded_cents: countUpTo(data, data.refunds_cents + data.disputes_cents + BigInt(addedCents)),
  }
}

/** Returns a sale's refunded amount: its counted refunds and disputes, at most its amount. */
export function countRefunded(data: RefundData): number {
  return countUpTo(data, data.refunds_cents + data.disputes_cents)
}

function countUpTo({ amount_cents }: RefundData, sum: bigint): number {
  if (sum <= 0n) return 0
  return sum < BigInt(amount_cents) ? Number(sum) : amount_cents
}

function exceedsRemaining({ amount_cents, refunded_cents }: RefundData): RefundDecision {
  return { kind: 'too_much', left_cents: amount_cents - refunded_cents }
}

function atLeastZero(cents: bigint): bigint {
  return cents > 0n ? cents : 0n
}

function toNumber(cents: bigint): number {
  return Number(cents < MAX_CENTS ? cents : MAX_CENTS)
}
