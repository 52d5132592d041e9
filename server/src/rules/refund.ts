import type { RefundKind } from '../store/schema.ts'
import { partOf } from './money.ts'

/** The sale a refund is about, and what was recorded against it so far, in minor units. Sums may outgrow a number. */
export interface RefundFacts {
  amount_cents: number
  /** What of it counts as refunded now. */
  refunded_cents: number
  /** Refunds less those that failed. */
  refunds_cents: bigint
  /** Disputes that are open or lost. */
  disputes_cents: bigint
  /** The recorded event of the same kind and id. */
  seen: { id: number; amount_cents: number; isWithdrawn: boolean } | undefined
}

/** One report that money went back, or came back after all. */
export interface RefundChange {
  kind: RefundKind
  /** The refund's, failed refund's or dispute's own id; a refund without one names the total so far. */
  refund_id: string | undefined
  /** Undefined: all that is left of the sale. */
  amount_cents: number | undefined
  /** A dispute that was won counts no longer. */
  isWithdrawn?: boolean
  /** What goes beyond the sale is cut off (the processor knows what it did) instead of being refused. */
  isCapped: boolean
}

export type RefundDecision =
  | { kind: 'skipped' }
  | { kind: 'too_much'; left_cents: number }
  /** Without a `refund_id` the event gets an id that nobody could have sent. */
  | {
      kind: 'insert'
      refund_id: string | undefined
      amount_cents: number
      isWithdrawn: boolean
      refunded_cents: number
    }
  | { kind: 'withdraw'; id: number; refunded_cents: number }

/**
 * Decides what one report changes. Sent twice it counts once: by its id, or, without one, by the total that is
 * refunded already; so a call without `refund_id` names how much of the sale has been refunded in all.
 * `refunded_cents` of the decision is what then counts: never below zero, never more than the sale.
 */
export function decideRefund(facts: RefundFacts, change: RefundChange): RefundDecision {
  switch (change.kind) {
    case 'refund':
      return change.refund_id === undefined
        ? refundUpTo(facts, change)
        : refundOne(facts, change, change.refund_id)
    case 'failed_refund':
      return takeBack(facts, change)
    case 'dispute':
      return dispute(facts, change)
  }
}

/** What of a commission or fee a refund takes back: its proportion of the sale, of the sums, so never adrift. */
export function reversedPart(share_cents: number, amount_cents: number, refunded_cents: number): number {
  return share_cents - partOf(share_cents, amount_cents - refunded_cents, amount_cents)
}

/** One event's amount is a number that keeps its digits. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER)

function refundUpTo(facts: RefundFacts, { amount_cents, isCapped }: RefundChange): RefundDecision {
  const total = Math.min(amount_cents ?? facts.amount_cents, isCapped ? facts.amount_cents : Infinity)
  if (total > facts.amount_cents) return tooMuch(facts)
  // A processor's total is of refunds alone; a merchant's is of all that went back, disputes included.
  const delta = BigInt(total) - (isCapped ? facts.refunds_cents : BigInt(facts.refunded_cents))
  if (delta <= 0n) return { kind: 'skipped' }
  return insert(facts, undefined, Number(delta < MOST ? delta : MOST))
}

function refundOne(facts: RefundFacts, change: RefundChange, refund_id: string): RefundDecision {
  if (facts.seen !== undefined) return { kind: 'skipped' }
  const left = facts.amount_cents - facts.refunded_cents
  const amount = change.amount_cents ?? left
  if (amount === 0) return { kind: 'skipped' }
  return amount > left && !change.isCapped ? tooMuch(facts) : insert(facts, refund_id, amount)
}

function takeBack(facts: RefundFacts, change: RefundChange): RefundDecision {
  const { refund_id, amount_cents = 0 } = change
  if (refund_id === undefined) throw new Error('a refund that failed has an id')
  if (facts.seen !== undefined || amount_cents === 0) return { kind: 'skipped' }
  const refunded_cents = counted(facts, facts.refunds_cents - BigInt(amount_cents), facts.disputes_cents)
  return { kind: 'insert', refund_id, amount_cents, isWithdrawn: false, refunded_cents }
}

function dispute(facts: RefundFacts, change: RefundChange): RefundDecision {
  const { refund_id, isWithdrawn = false } = change
  const { seen, refunds_cents, disputes_cents } = facts
  if (refund_id === undefined) throw new Error('a dispute has an id')
  if (seen === undefined) {
    const amount_cents = change.amount_cents ?? facts.amount_cents
    const disputed = disputes_cents + (isWithdrawn ? 0n : BigInt(amount_cents))
    const refunded_cents = counted(facts, refunds_cents, disputed)
    return { kind: 'insert', refund_id, amount_cents, isWithdrawn, refunded_cents }
  }
  if (!isWithdrawn || seen.isWithdrawn) return { kind: 'skipped' }
  return {
    kind: 'withdraw',
    id: seen.id,
    refunded_cents: counted(facts, refunds_cents, disputes_cents - BigInt(seen.amount_cents)),
  }
}

function insert(facts: RefundFacts, refund_id: string | undefined, amount_cents: number): RefundDecision {
  const refunded_cents = counted(facts, facts.refunds_cents + BigInt(amount_cents), facts.disputes_cents)
  return { kind: 'insert', refund_id, amount_cents, isWithdrawn: false, refunded_cents }
}

function counted({ amount_cents }: RefundFacts, refunds_cents: bigint, disputes_cents: bigint): number {
  const sum = refunds_cents + disputes_cents
  if (sum <= 0n) return 0
  return sum < BigInt(amount_cents) ? Number(sum) : amount_cents
}

function tooMuch({ amount_cents, refunded_cents }: RefundFacts): RefundDecision {
  return { kind: 'too_much', left_cents: amount_cents - refunded_cents }
}
