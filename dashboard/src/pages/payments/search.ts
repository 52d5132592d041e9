import { readChoice, readId } from '../../search/read-search.ts'

/** What the service says after the processor's own page. */
export const CONNECT_RESULTS = ['connected', 'denied', 'refused', 'conflict'] as const
export type ConnectResult = (typeof CONNECT_RESULTS)[number]

/** Which payments are listed; left out: those that still need a person. */
export const PAYMENT_STATES = ['attributed', 'dismissed'] as const

export interface PaymentsSearch {
  processor?: ConnectResult
  state?: (typeof PAYMENT_STATES)[number]
  /** The payment whose panel is open. */
  open?: number
}

export function readPaymentsSearch(search: Record<string, unknown>): PaymentsSearch {
  const processor = readChoice(search.processor, CONNECT_RESULTS)
  const state = readChoice(search.state, PAYMENT_STATES)
  const open = readId(search.open)
  return {
    ...(processor === undefined ? {} : { processor }),
    ...(state === undefined ? {} : { state }),
    ...(open === undefined ? {} : { open }),
  }
}
