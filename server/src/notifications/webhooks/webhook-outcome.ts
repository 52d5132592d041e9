/** The result of an attempt. `next_attempt_at` is set while the delivery is pending. */
export type WebhookOutcome =
  | { state: 'delivered'; at: Date; status: number }
  | { state: 'pending'; next_attempt_at: Date; status: number | undefined; error: string }
  | { state: 'failed'; status: number | undefined; error: string; because: 'gone' | 'given_up' }
