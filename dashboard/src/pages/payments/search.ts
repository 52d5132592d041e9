import type { PaymentStatus } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { readChoice, readId } from '../../search/read-search.ts'
import { EVENT_FOR_REVIEW_STATUSES, PAYMENT_STATUSES } from './payment-labels.ts'

/** Results that the service appends to the OAuth flow's return URL. */
export const CONNECT_RESULTS = ['connected', 'denied', 'rejected', 'conflict', 'live'] as const
export type ConnectResult = (typeof CONNECT_RESULTS)[number]

export interface PaymentsSearch {
  processor?: ConnectResult
  /** Status filter. Defaults to unattributed payments. */
  state?: Exclude<PaymentStatus, 'unattributed'>
  /** Filter for events for review. Defaults to open ones. */
  review?: 'resolved'
  /** The payment whose panel is open. */
  open?: number
}

export function readPaymentsSearch(search: Record<string, unknown>): PaymentsSearch {
  const processor = readChoice(search.processor, CONNECT_RESULTS)
  const state = readChoice(search.state, enumValues(PAYMENT_STATUSES))
  const review = readChoice(search.review, enumValues(EVENT_FOR_REVIEW_STATUSES))
  const open = readId(search.open)
  return {
    ...(processor === undefined ? {} : { processor }),
    ...(state === undefined || state === 'unattributed' ? {} : { state }),
    ...(review === 'resolved' ? { review } : {}),
    ...(open === undefined ? {} : { open }),
  }
}
