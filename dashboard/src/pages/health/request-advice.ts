import type { RequestOutcome } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** What each outcome means, and what to do about it. */
export const ADVICE: Record<RequestOutcome, string> = {
  counted: t('health.advice.counted'),
  settled: t('health.advice.settled'),
  provisional: t('health.advice.provisional'),
  with_commission: t('health.advice.withCommission'),
  no_policy: t('health.advice.noPolicy'),
  policy_ended: t('health.advice.policyEnded'),
  applied: t('health.advice.applied'),
  repeat: t('health.advice.repeat'),
  duplicate: t('health.advice.duplicate'),
  bot: t('health.advice.bot'),
  unknown_link: t('health.advice.unknownLink'),
  inactive_link: t('health.advice.inactiveLink'),
  partner_not_approved: t('health.advice.partnerNotApproved'),
  program_closed: t('health.advice.programClosed'),
  no_attribution: t('health.advice.noAttribution'),
  window_expired: t('health.advice.windowExpired'),
  unsupported_currency: t('health.advice.unsupportedCurrency'),
  sale_not_found: t('health.advice.saleNotFound'),
  unauthorized: t('health.advice.unauthorized'),
  rejected: t('health.advice.rejected'),
  failed: t('health.advice.failed'),
}
