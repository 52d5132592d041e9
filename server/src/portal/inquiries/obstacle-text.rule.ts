import type { ClaimObstacle } from './claim.ts'

/** Why a claim cannot be accepted, and what to do, for people of the team. */
export const OBSTACLE_WORDS: Record<ClaimObstacle, string> = {
  no_order_named: 'The partner named a day and no order: name the order that you grant.',
  sale_not_received:
    'No sale of this order was ever received, or its refused call is older than is kept: send the sale to the sale endpoint first, then accept the claim.',
  payment_only_announced:
    'The payment processor announced this payment and has not told that it was paid: accept the claim when it has.',
  belongs_to_another: 'The sale is of a customer of another partner: it cannot be granted twice.',
  has_commission: 'The sale is this partner’s already, with its commission: reject the claim, and say so.',
  recorded_without_commission:
    'The sale is recorded as this partner’s, and the commission policy pays nothing for it. A claim changes no policy.',
  currency_not_taken: 'The sale is in a currency that this installation does not take.',
  amount_unreadable:
    'The refused call of this sale had no amount that can be read: send the sale again, then accept the claim.',
  customer_unknown:
    'The order names no customer and no click of this partner: choose a customer or a click of the partner.',
  partner_not_approved: 'The partner is not approved in this program: approve the partner first.',
  earns_nothing:
    'By the commission policies that were in force when the order came, the sale earns nothing: there is nothing to grant. One that pays the first sale alone pays one of a customer, whichever was decided first.',
}
