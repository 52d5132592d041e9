import type { RefundKind } from '../../core/enums.ts'
import type { ProcessorChange } from './processor.ts'

/** The outcome of an event, of each payment it contained, and of a refund reported together with its payment. */
export interface SettledEvent {
  outcome: string
  payments: readonly ({ kind: 'attributed' | 'known' } | { kind: 'unattributed'; reason: string })[]
  refundOutcome?: string | undefined
}

/** An event's outcome, in the terms of the tracking endpoints. */
export interface EventCount {
  event: 'sale' | 'refund'
  outcome: 'recorded' | 'test' | 'not_counted'
  reason: string
}

/**
 * Returns how an event is counted. Payment and refund events are counted once, whatever the outcome. For other events,
 * the sales they created are counted, because a customer may be identified after paying.
 */
export function toEventCounts(
  change: ProcessorChange | undefined,
  { outcome, payments, refundOutcome = outcome }: SettledEvent,
): EventCount[] {
  switch (change?.kind) {
    case 'payment': {
      if (!change.is_paid) return countSales(payments)
      if (outcome === 'test_sale') return [{ event: 'sale', outcome: 'test', reason: '' }]
      const [payment] = payments
      if (change.refunded === undefined) return [countSale(payment, outcome)]
      const refund = countRefund('refund', refundOutcome)
      // An event that contains the whole order repeats its payment, which was counted with the first one.
      return payment?.kind === 'known' ? [refund] : [countSale(payment, outcome), refund]
    }
    case 'refund':
    case 'failed_refund':
    case 'dispute':
      return [countRefund(change.kind, outcome)]
    default:
      return countSales(payments)
  }
}

function countSale(payment: SettledEvent['payments'][number] | undefined, outcome: string): EventCount {
  if (payment?.kind === 'attributed') return SALE
  const reason = payment?.kind === 'unattributed' ? payment.reason : outcome
  return { event: 'sale', outcome: 'not_counted', reason }
}

function countRefund(kind: RefundKind, outcome: string): EventCount {
  if (outcome === 'applied') return { event: 'refund', outcome: 'recorded', reason: kind }
  return { event: 'refund', outcome: 'not_counted', reason: outcome }
}

function countSales(payments: SettledEvent['payments']): EventCount[] {
  return payments.filter(({ kind }) => kind === 'attributed').map(() => SALE)
}

const SALE: EventCount = { event: 'sale', outcome: 'recorded', reason: '' }
