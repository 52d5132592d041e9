import type { Reconciliation, ReconciliationDifference } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const RUN_STATUSES: Record<Reconciliation['status'], LabelView> = {
  queued: { label: t('reconciliation.statuses.queued'), tone: 'neutral' },
  running: { label: t('reconciliation.statuses.running'), tone: 'neutral' },
  done: { label: t('reconciliation.statuses.done'), tone: 'good' },
  failed: { label: t('reconciliation.statuses.failed'), tone: 'bad' },
}

export const FAILURES: Record<NonNullable<Reconciliation['failure']>, string> = {
  not_connected: t('reconciliation.failures.notConnected'),
  key_rejected: t('reconciliation.failures.keyRejected'),
  wrong_mode: t('reconciliation.failures.wrongMode'),
  wrong_site: t('reconciliation.failures.wrongSite'),
  rate_limited: t('reconciliation.failures.rateLimited'),
  unavailable: t('reconciliation.failures.unavailable'),
  unreadable: t('reconciliation.failures.unreadable'),
  too_many: t('reconciliation.failures.tooMany'),
}

export const DIFFERENCE_STATES: Record<ReconciliationDifference['state'], LabelView> = {
  missing: { label: t('reconciliation.states.missing'), tone: 'bad' },
  different_amount: { label: t('reconciliation.states.differentAmount'), tone: 'warn' },
}

export const KINDS: Record<ReconciliationDifference['kind'], { label: string }> = {
  payment: { label: t('reconciliation.kinds.payment') },
  refund: { label: t('reconciliation.kinds.refund') },
  failed_refund: { label: t('reconciliation.kinds.failedRefund') },
  dispute: { label: t('reconciliation.kinds.dispute') },
}

const REASONS: Readonly<Record<string, string>> = {
  no_customer: t('payments.reasons.noCustomer.short'),
  window_expired: t('payments.reasons.windowExpired.short'),
  unsupported_currency: t('payments.reasons.unsupportedCurrency.short'),
  partner_not_approved: t('payments.reasons.partnerNotApproved.short'),
  closed_to_new_referrals: t('payments.reasons.closedToNewReferrals.short'),
  program_inactive: t('payments.reasons.programInactive.short'),
  dismissed: t('payments.paymentStatuses.dismissed'),
  payment_unknown: t('reconciliation.reasons.paymentUnknown'),
}

/** Returns the label for the reason payments have no partner. */
export function reasonLabel(reason: string): string {
  return REASONS[reason] ?? reason
}
