import type { RejectedRequest, RequestOutcome, RequestType } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const REQUEST_TYPES: Record<
  RequestType,
  {
    label: string
    plural: string
    noun: string
    summary: (calls: number, recorded: number) => string
    recorded: string
    none: string
  }
> = {
  click: {
    label: t('health.requestTypes.click'),
    plural: t('health.requestTypes.click.plural'),
    noun: t('health.requestTypes.click.noun'),
    summary: (calls, recorded) => t('health.requestTypes.click.summary', { requests: calls, recorded }),
    recorded: t('health.requestTypes.click.recorded'),
    none: t('health.requestTypes.click.none'),
  },
  lead: {
    label: t('health.requestTypes.lead'),
    plural: t('health.requestTypes.lead.plural'),
    noun: t('health.requestTypes.lead.noun'),
    summary: (calls, recorded) => t('health.requestTypes.lead.summary', { requests: calls, recorded }),
    recorded: t('health.requestTypes.lead.recorded'),
    none: t('health.requestTypes.lead.none'),
  },
  sale: {
    label: t('health.requestTypes.sale'),
    plural: t('health.requestTypes.sale.plural'),
    noun: t('health.requestTypes.sale.noun'),
    summary: (calls, recorded) => t('health.requestTypes.sale.summary', { requests: calls, recorded }),
    recorded: t('health.requestTypes.sale.recorded'),
    none: t('health.requestTypes.sale.none'),
  },
  refund: {
    label: t('health.requestTypes.refund'),
    plural: t('health.requestTypes.refund.plural'),
    noun: t('health.requestTypes.refund.noun'),
    summary: (calls, recorded) => t('health.requestTypes.refund.summary', { requests: calls, recorded }),
    recorded: t('health.requestTypes.refund.recorded'),
    none: t('health.requestTypes.refund.none'),
  },
}

export const MODES: Record<RejectedRequest['mode'], { label: string }> = {
  live: { label: t('health.modes.live') },
  test: { label: t('health.modes.test') },
}

const GOOD = 'good' as const

export const OUTCOMES: Record<RequestOutcome, LabelView> = {
  counted: { label: t('health.outcomes.counted'), tone: GOOD },
  settled: { label: t('health.outcomes.settled'), tone: GOOD },
  provisional: { label: t('health.outcomes.provisional'), tone: 'accent' },
  with_commission: { label: t('health.outcomes.withCommission'), tone: GOOD },
  no_policy: { label: t('health.outcomes.noPolicy'), tone: 'warn' },
  policy_ended: { label: t('health.outcomes.policyEnded'), tone: 'neutral' },
  applied: { label: t('health.outcomes.applied'), tone: GOOD },
  repeat: { label: t('health.outcomes.repeat'), tone: 'neutral' },
  duplicate: { label: t('health.outcomes.duplicate'), tone: 'neutral' },
  bot: { label: t('health.outcomes.bot'), tone: 'neutral' },
  unknown_link: { label: t('health.outcomes.unknownLink'), tone: 'warn' },
  inactive_link: { label: t('health.outcomes.inactiveLink'), tone: 'warn' },
  partner_not_approved: { label: t('health.outcomes.partnerNotApproved'), tone: 'bad' },
  program_closed: { label: t('health.outcomes.programClosed'), tone: 'warn' },
  no_attribution: { label: t('health.outcomes.noAttribution'), tone: 'warn' },
  window_expired: { label: t('health.outcomes.windowExpired'), tone: 'neutral' },
  unsupported_currency: { label: t('health.outcomes.unsupportedCurrency'), tone: 'bad' },
  sale_not_found: { label: t('health.outcomes.saleNotFound'), tone: 'warn' },
  unauthorized: { label: t('health.outcomes.unauthorized'), tone: 'bad' },
  rejected: { label: t('health.outcomes.rejected'), tone: 'bad' },
  failed: { label: t('health.outcomes.failed'), tone: 'bad' },
}
