import type { PaymentStatus } from '../../api/types.ts'
import { labelOf } from '../../format/words.ts'
import { readChoice, readId } from '../../search/read-search.ts'
import { EVENT_FOR_REVIEW_STATUSES, PAYMENT_STATUSES } from './payment-words.ts'

/** What the service says after the processor's own page. */
export const CONNECT_RESULTS = ['connected', 'denied', 'refused', 'conflict', 'live'] as const
export type ConnectResult = (typeof CONNECT_RESULTS)[number]

export interface PaymentsSearch {
  processor?: ConnectResult
  /** Which payments are listed; left out: those that still need a person. */
  state?: Exclude<PaymentStatus, 'unattributed'>
  /** Which kept events are listed; left out: those that wait for a person. */
  kept?: 'settled'
  /** The payment whose panel is open. */
  open?: number
}

export function readPaymentsSearch(search: Record<string, unknown>): PaymentsSearch {
  const processor = readChoice(search.processor, CONNECT_RESULTS)
  const state = readChoice(search.state, labelOf(PAYMENT_STATUSES))
  const kept = readChoice(search.kept, labelOf(EVENT_FOR_REVIEW_STATUSES))
  const open = readId(search.open)
  return {
    ...(processor === undefined ? {} : { processor }),
    ...(state === undefined || state === 'unattributed' ? {} : { state }),
    ...(kept === 'settled' ? { kept } : {}),
    ...(open === undefined ? {} : { open }),
  }
}
