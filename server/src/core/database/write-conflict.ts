/**
 * Another writer was first (or counted the program's days anew), so what was decided no longer holds: the transaction
 * is undone, and everything is loaded and decided again.
 */
export class WriteConflict extends Error {}
