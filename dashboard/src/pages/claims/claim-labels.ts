import type { Claim, ClaimDetails, ClaimObstacle, ClaimState } from '../../api/types.ts'
import { formatDay } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const CLAIM_STATES: Record<ClaimState, LabelView> = {
  open: { label: t('claims.claimStates.open'), tone: 'warn' },
  approved: { label: t('claims.claimStates.approved'), tone: 'good' },
  rejected: { label: t('claims.claimStates.rejected'), tone: 'neutral' },
  withdrawn: { label: t('claims.claimStates.withdrawn'), tone: 'neutral' },
}

/** Returns a claim's order or day. */
export function describeSubject({ transactionId, day }: Pick<Claim, 'transactionId' | 'day'>): string {
  return transactionId === null
    ? t('claims.salesOnDay', { day: formatDay(day ?? '', 'long') })
    : t('claims.orderTransactionId', { transactionId })
}

export const RECEIVED: Record<NonNullable<ClaimDetails['received']>['kind'], string> = {
  sale: t('claims.received.sale'),
  payment: t('claims.received.payment'),
  rejected_sale: t('claims.received.rejectedSale'),
}

/** Why the order can't be approved for the claim. */
export const OBSTACLES: Record<ClaimObstacle, string> = {
  no_order_named: t('claims.obstacles.noOrderNamed'),
  sale_not_received: t('claims.obstacles.saleNotReceived'),
  payment_pending: t('claims.obstacles.paymentOnlyAnnounced'),
  belongs_to_another: t('claims.obstacles.belongsToAnother'),
  has_commission: t('claims.obstacles.hasCommission'),
  recorded_without_commission: t('claims.obstacles.recordedWithoutCommission'),
  unsupported_currency: t('claims.obstacles.currencyNotTaken'),
  invalid_amount: t('claims.obstacles.amountUnreadable'),
  customer_unknown: t('claims.obstacles.customerUnknown'),
  partner_not_approved: t('claims.obstacles.partnerNotApproved'),
  no_commission: t('claims.obstacles.earnsNothing'),
}
