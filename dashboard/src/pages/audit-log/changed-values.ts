import type { AuditEntry } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { APPROVALS, COMMISSION_BASES, LEAD_POLICIES, PAYMENT_MODES } from '../settings/program-labels.ts'

/** Columns that the interface calls by a different name. */
const COLUMN_NAMES: Readonly<Record<string, string>> = {
  debtor: t('auditLog.columns.debtor'),
  lead_auth_policy: t('auditLog.columns.leadAuthPolicy'),
  payment_tracking_mode: t('auditLog.columns.paymentTrackingMode'),
}

/** Labels for the values in a program's columns. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, { label: string }>>>> = {
  commission_approval: APPROVALS,
  commission_base: COMMISSION_BASES,
  lead_auth_policy: LEAD_POLICIES,
  payment_tracking_mode: PAYMENT_MODES,
}

export interface ChangedValue {
  name: string
  /** Undefined if there was none. */
  before: string | undefined
  after: string | undefined
}

/**
 * Returns an entry's changed values, with readable names for keys such as `hold_period_days` or `eventsForReview`.
 */
export function changedValues({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ChangedValue[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => {
    const labels = VALUE_LABELS[name]
    return {
      name:
        COLUMN_NAMES[name] ??
        name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      before: labelFor(before?.[name], labels),
      after: labelFor(after?.[name], labels),
    }
  })
}

function labelFor(
  value: unknown,
  labels: Readonly<Record<string, { label: string }>> = {},
): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? (labels[value]?.label ?? value) : JSON.stringify(value)
}
