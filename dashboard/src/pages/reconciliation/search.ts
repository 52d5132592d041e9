export interface ReconciliationSearch {
  /** The month shown, such as `2026-10`. Defaults to the previous month. */
  month?: string
}

export function readReconciliationSearch(search: Record<string, unknown>): ReconciliationSearch {
  const { month } = search
  return typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}
