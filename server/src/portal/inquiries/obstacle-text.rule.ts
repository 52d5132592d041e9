import type { ClaimObstacle } from './claim.ts'

/** Why a claim can't be approved and how to fix that, for the team. */
export const OBSTACLE_TEXT: Record<ClaimObstacle, string> = {
  no_order_named: 'The claim is about a day and has no order. Choose the order to credit.',
  sale_not_received:
    'No sale was received for this order, or the request was rejected and its record has expired. Send the sale to the sale endpoint, then approve the claim.',
  payment_pending:
    'The payment processor announced this payment but has not confirmed it yet. Approve the claim after it has.',
  belongs_to_another: 'The sale belongs to another partner’s customer and can’t be credited twice.',
  has_commission:
    'The sale is already credited to this partner, with its commission. Reject the claim and tell the partner.',
  recorded_without_commission:
    'The sale is already credited to this partner, but no commission is due for it. A claim doesn’t change the policy.',
  unsupported_currency: 'This installation does not support the sale’s currency.',
  invalid_amount:
    'This sale’s rejected request had no valid amount. Send the sale again, then approve the claim.',
  customer_unknown:
    'The order identifies no customer or click of this partner. Choose a customer or a click.',
  partner_not_approved: 'The partner is not approved in this program. Approve them first.',
  no_commission:
    'Under the commission policies in force when the order was received, the sale earns nothing. A policy for first sales pays only one sale per customer, whichever was approved first.',
}
