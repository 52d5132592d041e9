import type { Claim, ClaimDetails, ClaimObstacle, ClaimState } from '../../api/types.ts'
import { formatDay } from '../../format/date.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const CLAIM_STATES: Record<ClaimState, LabelView> = {
  open: { label: 'Open', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

/** What a claim is about. */
export function subjectOf({ transactionId, day }: Pick<Claim, 'transactionId' | 'day'>): string {
  return transactionId === null ? `Sales of ${formatDay(day ?? '', 'long')}` : `Order ${transactionId}`
}

export const RECEIVED: Record<NonNullable<ClaimDetails['received']>['kind'], string> = {
  sale: 'A recorded sale',
  payment: 'A payment of the processor',
  rejected_sale: 'A sale call that was refused',
}

/** What of the order is in the way of accepting. */
export const OBSTACLES: Record<ClaimObstacle, string> = {
  no_order_named: 'The partner named a day. Name the order that you want to look at.',
  sale_not_received:
    'No sale of this order was received. Send it to the sale endpoint first; then it can be accepted.',
  payment_only_announced: 'The processor has not told that this payment was paid.',
  belongs_to_another: 'The sale is another partner’s. It cannot be granted twice.',
  has_commission: 'The sale is this partner’s already, with its commission.',
  recorded_without_commission: 'The sale is this partner’s, and the commission policy pays nothing for it.',
  currency_not_taken: 'The sale is in a currency that this installation does not take.',
  amount_unreadable: 'The refused call had no readable amount. Send the sale again.',
  customer_unknown: 'The order names no customer and no click of this partner: choose one.',
  partner_not_approved: 'The partner is not approved.',
  earns_nothing:
    'By the policies of that time the sale earns nothing, or the customer’s first sale is paid already.',
}
