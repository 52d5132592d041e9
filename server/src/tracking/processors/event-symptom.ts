/** Signs in received events that other events weren't delivered (D63). */
export const EVENT_SIGNS = [
  'invoice_without_payment',
  'held_without_payment',
  'refund_of_unlinked_invoice',
  'refund_of_unknown_invoice',
  'refund_of_unknown_payment',
  'unpaid_checkout',
  'checkout_without_invoice',
  'refund_without_total',
  'total_without_refund',
  'undecided_dispute',
] as const
export type MissingEventSign = (typeof EVENT_SIGNS)[number]

/** An event type to subscribe to, and the signs that it is missing. */
export interface MissingEventType {
  type: string
  /** Whether some events of this type have arrived, but not all. */
  wasReceived: boolean
  signs: { sign: MissingEventSign; count: number }[]
}
