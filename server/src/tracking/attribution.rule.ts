import type { DecisionFacts } from '../calls/decision.ts'
import { DAY_MS } from '../platform/time.ts'
import type { AttributedBy } from '../platform/words.ts'
import type { AttributableCustomer, NoAttributionReason } from './sale.ts'

export type Attribution =
  | { kind: 'attributed'; customer: AttributableCustomer; by: AttributedBy }
  | { kind: 'no_attribution'; reason: NoAttributionReason; message: string }

/**
 * Attribution rule 1 of the specification with D26 and D34: `customer_key` decides alone when it is sent;
 * `click_id` is only for a call without one. `customer` is what the deciding field resolved to. `foundBy` says by
 * what else it was found: a payment of the processor, or a person.
 */
export function attribute(
  request: { customer_key: string | undefined; click_id: string | undefined },
  customer: AttributableCustomer | undefined,
  foundBy?: AttributedBy,
): Attribution {
  const { customer_key, click_id } = request
  if (foundBy === undefined && customer_key === undefined && click_id === undefined) {
    return refuse(
      'nothing_sent',
      'Neither customer_key nor click_id was sent: send the customer_key used at signup.',
    )
  }
  const by: AttributedBy = foundBy ?? (customer_key !== undefined ? 'customer_key' : 'click_id')
  if (customer === undefined) {
    return refuse(
      'unknown_customer',
      `No customer of this program matches this ${by}: send the signup to the lead endpoint first.`,
    )
  }
  if (customer.partner_status !== 'approved') {
    return refuse(
      'partner_not_approved',
      'The partner of this customer has no approved relationship with the program.',
    )
  }
  return { kind: 'attributed', customer, by }
}

/** Whether a click still counts at an instant; the last millisecond of the window does (D27). */
export function isWithinWindow(clickedAt: Date, instant: Date, window_days: number): boolean {
  return instant <= windowEnd(clickedAt, window_days)
}

/** The last instant at which a click still counts. */
export function windowEnd(clickedAt: Date, window_days: number): Date {
  return new Date(clickedAt.getTime() + window_days * DAY_MS)
}

/** The facts of a window that was over. */
export function closedWindow(clickedAt: Date, windowDays: number): DecisionFacts {
  return {
    clickedAt: clickedAt.toISOString(),
    windowDays,
    windowEndedAt: windowEnd(clickedAt, windowDays).toISOString(),
  }
}

/**
 * D27: the window runs from the click to the customer's first attributed sale. Once converted, later sales
 * are governed by the commission policy's duration.
 */
export function isAttributionExpired(
  customer: Pick<AttributableCustomer, 'clicked_at' | 'sale_count'>,
  receivedAt: Date,
  window_days: number,
): boolean {
  return customer.sale_count === 0 && !isWithinWindow(customer.clicked_at, receivedAt, window_days)
}

function refuse(reason: NoAttributionReason, message: string): Attribution {
  return { kind: 'no_attribution', reason, message }
}
