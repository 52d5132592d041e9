import type { ProcessorChange } from './processor.ts'

/** The outcome of an event, and of each payment it contained. */
export interface SettledEvent {
  outcome: string
  payments: readonly ({ kind: 'attributed' | 'known' } | { kind: 'unattributed'; reason: string })[]
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
  { outcome, payments }: SettledEvent,
): EventCount[] {
  switch (change?.kind) {
    case 'payment': {
      if (!change.is_paid) return countSales(payments)
      if (outcome === 'test_sale') return [{ event: 'sale', outcome: 'test', reason: '' }]
      const [payment] = payments
      if (payment?.kind === 'attributed') return [SALE]
      const reason = payment?.kind === 'unattributed' ? payment.reason : outcome
      return [{ event: 'sale', outcome: 'not_counted', reason }]
    }
    case 'refund':
    case 'failed_refund':
    case 'dispute':
      if (outcome === 'applied') return [{ event: 'refund', outcome: 'recorded', reason: change.kind }]
      return [{ event: 'refund', outcome: 'not_counted', reason: outcome }]
    default:
      return countSales(payments)
  }
}

function countSales(payments: SettledEvent['payments']): EventCount[] {
  return payments.filter(({ kind }) => kind === 'attributed').map(() => SALE)
}

const SALE: EventCount = { event: 'sale', outcome: 'recorded', reason: '' }
