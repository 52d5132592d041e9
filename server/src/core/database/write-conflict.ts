/**
 * Another write came first (or recounted the program's days), so the decision is stale: the transaction is
 * rolled back, then everything is loaded and decided again.
 */
export class WriteConflict extends Error {}
