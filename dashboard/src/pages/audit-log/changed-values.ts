import type { AuditEntry } from '../../api/types.ts'

export interface ChangedValue {
  name: string
  /** Undefined if there was none. */
  before: string | undefined
  after: string | undefined
}

/**
 * Returns the changed values of an entry, with readable names for keys such as `hold_period_days` or
 * `eventsForReview`.
 */
export function changedValues({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ChangedValue[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({
    name: name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    before: labelFor(before?.[name]),
    after: labelFor(after?.[name]),
  }))
}

function labelFor(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
