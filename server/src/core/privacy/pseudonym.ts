/**
 * What stands in the place of a transaction_id, or of another name that money is recognised by, once its buyer was
 * erased: a keyed hash of it under the installation's secret. Who sends the name again is still known to repeat it, so
 * that a sale or refund counts once, and the database alone tells nothing of the name.
 */
export type NameEraser = (name: string) => string
