import type { RefundKind } from '../../core/enums.ts'
import { partOf } from '../../core/money/money.rule.ts'
import { PROCESSOR_REFUND_ID, type RefundFacts, type ReportedRefunds } from './refund-state.ts'

export type { RefundFacts, ReportedRefunds }

/** One report that money went back, or came back after all. `refundId` is the refund's or dispute's own id. */
export type RefundChange = PartialRefund | RefundTotal | ProcessorTotal | VoidedSale | FailedRefund | Dispute

/** The amount is what this one refund gave back. */
export interface PartialRefund extends Refunded {
  amountIs: 'part'
  refundId: string
}

/** The amount is what was given back so far, by refunds and disputes together. */
export interface RefundTotal extends Refunded {
  amountIs: 'total_of_all'
  refundId?: undefined
}

interface Refunded {
  kind: 'refund'
  /** Undefined: all that is left of the sale. */
  amountCents: number | undefined
}

/** What has been refunded by all reports of the processor, in the sale's money, at most the sale. */
export interface ProcessorTotal {
  kind: 'refund'
  amountIs: 'total_of_processor'
  amountCents: number
  refundId?: undefined
}

/** The sale turned out to be the same payment as another one. */
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
  /** Undefined: the whole sale. */
  amountCents: number | undefined
  /** A dispute that was won counts no longer. */
  isWithdrawn: boolean
}

export type RefundDecision =
  | { kind: 'skipped' }
  | { kind: 'too_much'; left_cents: number }
  | ({ kind: 'insert'; refunded_cents: number } & NewRefundEvent)
  | { kind: 'withdraw'; id: number; refunded_cents: number }
  /** The dispute is about another amount than was known. */
  | { kind: 'amend'; id: number; amount_cents: number; refunded_cents: number }

export interface NewRefundEvent {
  event: RefundKind
  /** Undefined: it gets an id that nobody could have sent. */
  refund_id: string | undefined
  /** What of it counts: nothing when the other reporter told of it before. */
  amount_cents: number
  /** What was said, when that is another amount. */
  reported_cents: number | undefined
  is_withdrawn: boolean
  voids_sale: boolean
}

/**
 * Decides what one report changes. Sent twice it counts once: by its id, or, without one, by the total that is
 * refunded already. A refund that both reporters tell of counts once too, whatever they call it: what counts is the
 * larger of what each of them has told of (`countedRefunds`), so that any order of their reports comes to the same.
 * `refunded_cents` of the decision is what then counts: never below zero, never more than the sale.
 */
export function decideRefund(facts: RefundFacts, change: RefundChange): RefundDecision {
  switch (change.kind) {
    case 'refund':
      return decideRefundOf(facts, change)
    case 'failed_refund':
      return takeBack(facts, change)
    case 'dispute':
      return dispute(facts, change)
  }
}

function decideRefundOf(
  facts: RefundFacts,
  change: Extract<RefundChange, { kind: 'refund' }>,
): RefundDecision {
  switch (change.amountIs) {
    case 'part':
      return refundOne(facts, change)
    case 'total_of_all':
      return refundUpTo(facts, change)
    case 'total_of_processor':
      return followProcessor(facts, change)
    case 'void':
      return voidSale(facts, change)
  }
}

/** What of a commission or fee a refund takes back: its proportion of the sale, of the sums, so never adrift. */
export function reversedPart(share_cents: number, amount_cents: number, refunded_cents: number): number {
  return share_cents - partOf(share_cents, amount_cents - refunded_cents, amount_cents)
}

/** One event's amount is a number that keeps its digits. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER)

const processorRefundId = new RegExp(PROCESSOR_REFUND_ID)

/** What counts as refunded: what was reported, at most the sale. */
function countedRefunds(told: ReportedRefunds, amount_cents: number): bigint {
  const [reported, whole] = [reportedRefunds(told, amount_cents), BigInt(amount_cents)]
  return reported < whole ? reported : whole
}

/** The processor's word, or the other reporter's where that one told of more. */
function reportedRefunds(told: ReportedRefunds, amount_cents: number): bigint {
  if (told.is_void) return BigInt(amount_cents)
  const { processor_cents } = told
  const own = ownRefunds(told)
  return processor_cents > own ? processor_cents : own
}

function ownRefunds({ named_cents, other_cents, failed_cents }: ReportedRefunds): bigint {
  return named_cents + atLeastZero(other_cents - failed_cents)
}

/** Without an id: how much has been given back in all, which may be more than the single refunds that were told. */
function refundUpTo(facts: RefundFacts, { amountCents }: RefundTotal): RefundDecision {
  const total = amountCents ?? facts.amount_cents
  const isTooMuch = BigInt(total - facts.amount_cents) > facts.rounding_cents
  return isTooMuch ? tooMuch(facts) : raiseOwn(facts, undefined, Math.min(total, facts.amount_cents))
}

function refundOne(facts: RefundFacts, { refundId, amountCents }: PartialRefund): RefundDecision {
  if (facts.seen !== undefined) return { kind: 'skipped' }
  if (amountCents === undefined) return raiseOwn(facts, refundId, facts.amount_cents)
  return addOwn(facts, refundId, amountCents)
}

/** Adds to what the merchant told of whatever is missing to this total of refunds and disputes. */
function raiseOwn(facts: RefundFacts, refundId: string | undefined, total_cents: number): RefundDecision {
  const missing = BigInt(total_cents) - facts.disputes_cents - ownRefunds(facts.told)
  return missing <= 0n ? { kind: 'skipped' } : addOwn(facts, refundId, toNumber(missing))
}

/** A report that is more than what is left only by rounding takes back what is left. */
function addOwn(facts: RefundFacts, refundId: string | undefined, cents: number): RefundDecision {
  const { amount_cents, refunds_cents, disputes_cents, rounding_cents } = facts
  const told = withOwn(facts.told, refundId, BigInt(cents))
  const reported = reportedRefunds(told, amount_cents)
  const most = BigInt(amount_cents) + rounding_cents
  if (BigInt(cents) > most || (reported > refunds_cents && reported + disputes_cents > most))
    return tooMuch(facts)
  const counted = toNumber(atLeastZero(countedRefunds(told, amount_cents) - refunds_cents))
  return insert(facts, { event: 'refund', refund_id: refundId, amount_cents: counted, reported_cents: cents })
}

function withOwn(told: ReportedRefunds, refundId: string | undefined, cents: bigint): ReportedRefunds {
  if (refundId === undefined || !processorRefundId.test(refundId)) {
    return { ...told, other_cents: told.other_cents + cents }
  }
  const { failed_cents } = told.same
  return failed_cents === undefined
    ? { ...told, named_cents: told.named_cents + cents }
    : { ...told, failed_cents: told.failed_cents - failed_cents }
}

/** The processor's word may also be less than before: then the difference came back. */
function followProcessor(facts: RefundFacts, { amountCents }: ProcessorTotal): RefundDecision {
  const told = { ...facts.told, processor_cents: BigInt(amountCents) }
  const delta = countedRefunds(told, facts.amount_cents) - facts.refunds_cents
  if (delta === 0n) return { kind: 'skipped' }
  return insert(facts, {
    event: delta > 0n ? 'refund' : 'failed_refund',
    refund_id: undefined,
    amount_cents: toNumber(delta > 0n ? delta : -delta),
  })
}

function voidSale(facts: RefundFacts, { refundId }: VoidedSale): RefundDecision {
  if (facts.told.is_void) return { kind: 'skipped' }
  const missing = atLeastZero(BigInt(facts.amount_cents) - facts.refunds_cents)
  return insert(facts, {
    event: 'refund',
    refund_id: refundId,
    amount_cents: toNumber(missing),
    reported_cents: facts.amount_cents,
    voids_sale: true,
  })
}

/** It gives back what of it counted, which is nothing when its refund was never told. */
function takeBack(facts: RefundFacts, { refundId, amountCents }: FailedRefund): RefundDecision {
  if (facts.seen !== undefined || amountCents === 0) return { kind: 'skipped' }
  const { told } = facts
  const { named_cents } = told.same
  const after =
    named_cents === undefined
      ? { ...told, failed_cents: told.failed_cents + BigInt(amountCents) }
      : { ...told, named_cents: told.named_cents - named_cents }
  const back = atLeastZero(facts.refunds_cents - countedRefunds(after, facts.amount_cents))
  return insert(facts, {
    event: 'failed_refund',
    refund_id: refundId,
    amount_cents: toNumber(back),
    reported_cents: amountCents,
  })
}

function dispute(facts: RefundFacts, { refundId, amountCents, isWithdrawn }: Dispute): RefundDecision {
  const { seen, refunds_cents, disputes_cents } = facts
  if (seen === undefined) {
    const amount_cents = amountCents ?? facts.amount_cents
    // Another sale of its charge has all of it.
    if (amount_cents === 0) return { kind: 'skipped' }
    return insert(facts, { event: 'dispute', refund_id: refundId, amount_cents, is_withdrawn: isWithdrawn })
  }
  if (seen.is_withdrawn) return { kind: 'skipped' }
  const without = disputes_cents - BigInt(seen.amount_cents)
  if (isWithdrawn) {
    return { kind: 'withdraw', id: seen.id, refunded_cents: counted(facts, refunds_cents + without) }
  }
  if (amountCents === undefined || amountCents === seen.amount_cents) return { kind: 'skipped' }
  const refunded_cents = counted(facts, refunds_cents + without + BigInt(amountCents))
  return { kind: 'amend', id: seen.id, amount_cents: amountCents, refunded_cents }
}

type Inserted = Pick<NewRefundEvent, 'event' | 'refund_id' | 'amount_cents'> & Partial<NewRefundEvent>

function insert(facts: RefundFacts, event: Inserted): RefundDecision {
  const { amount_cents, reported_cents, is_withdrawn = false, voids_sale = false } = event
  const added = is_withdrawn ? 0 : event.event === 'failed_refund' ? -amount_cents : amount_cents
  return {
    kind: 'insert',
    ...event,
    reported_cents: reported_cents === amount_cents ? undefined : reported_cents,
    is_withdrawn,
    voids_sale,
    refunded_cents: counted(facts, facts.refunds_cents + facts.disputes_cents + BigInt(added)),
  }
}

function counted({ amount_cents }: RefundFacts, sum: bigint): number {
  if (sum <= 0n) return 0
  return sum < BigInt(amount_cents) ? Number(sum) : amount_cents
}

function tooMuch({ amount_cents, refunded_cents }: RefundFacts): RefundDecision {
  return { kind: 'too_much', left_cents: amount_cents - refunded_cents }
}

function atLeastZero(cents: bigint): bigint {
  return cents > 0n ? cents : 0n
}

function toNumber(cents: bigint): number {
  return Number(cents < MOST ? cents : MOST)
}
