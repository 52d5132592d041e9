import type { ProcessorChange } from './processor.ts'

/** What came of an event, and of each payment that it was about. */
export interface SettledEvent {
  outcome: string
  payments: readonly ({ kind: 'attributed' | 'known' } | { kind: 'unattributed'; reason: string })[]
}

/** What a processor's event came to, in the words that calls of the track endpoints are counted in. */
export interface EventCount {
  event: 'sale' | 'refund'
  outcome: 'recorded' | 'test' | 'not_counted'
  reason: string
}

/**
 * An event of a payment or a refund counts once, whatever came of it. Any other counts for the sales that it made: who
 * somebody is may be told after what he paid.
 */
export function countsOfEvent(
  change: ProcessorChange | undefined,
  { outcome, payments }: SettledEvent,
): EventCount[] {
  switch (change?.kind) {
    case 'payment': {
      if (!change.is_paid) return salesOf(payments)
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
      return salesOf(payments)
  }
}

function salesOf(payments: SettledEvent['payments']): EventCount[] {
  return payments.filter(({ kind }) => kind === 'attributed').map(() => SALE)
}

const SALE: EventCount = { event: 'sale', outcome: 'recorded', reason: '' }
