/** The IDs in a test lead or test sale, for checking the integration (readiness report). */
export interface TestFacts {
  /** `test` is the click of a test link. An `unknown` ID has the right form, but no click. */
  click: 'none' | 'unreadable' | 'other_program' | 'unknown' | 'test' | 'live'
  /** The click of this program, known or not. */
  click_uuid?: string
  /** Pseudonym of the customer_key. */
  customer?: string
  /** Whether the customer_key belongs to a live customer. */
  is_customer: boolean
}
