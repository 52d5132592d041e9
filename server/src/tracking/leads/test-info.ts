import type { UnknownField } from '../requests/decision.ts'

/** What a test lead or test sale shows about the integration (readiness report). */
export interface TestInfo {
  /** `test` is a test link's click. An `unknown` ID has the right format, but no click. */
  click: 'none' | 'unreadable' | 'other_program' | 'unknown' | 'test' | 'live'
  /** This program's click, known or not. */
  click_uuid?: string
  /** Pseudonym of the customer_key. */
  customer?: string
  /** Whether the customer_key belongs to a live customer. */
  is_customer: boolean
  /** For a sale: a field that a live sale requires. */
  missing?: 'transaction_id' | 'amount_cents'
  unknown_fields?: readonly UnknownField[]
}
