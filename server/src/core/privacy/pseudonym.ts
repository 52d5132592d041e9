/**
 * Replaces a transaction_id, or another ID of a payment, once its buyer was erased: a keyed hash with the
 * installation's secret. A repeated request with the ID is still recognized, so a sale or refund counts once, and the
 * database alone reveals nothing.
 */
export type Pseudonymizer = (name: string) => string
