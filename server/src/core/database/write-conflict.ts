/**
 * Thrown if another write came first (or recalculated the program's days), so the decision is stale. The transaction is
 * rolled back, then everything is loaded and decided again.
 */
export class WriteConflictError extends Error {}
