import type { Deps } from '../../core/deps.ts'
import { couponProblemMessage } from '../coupons/coupon-attribution.rule.ts'
import { provisionalSignup } from './provisional-signup.rule.ts'
import { findProvisionalSignups } from './provisional-signup.sql.ts'
import { parseClickUuid, type ReceivedSale, type SaleOutcome } from './record-sale.flow.ts'

/**
 * Replaces the message of a sale whose customer_key is unknown if a provisional signup explains it. A provisional lead
 * doesn't store a customer_key (D22), so only a click_id in the same request identifies the signup.
 */
export async function explainUnknownCustomer(
  { database }: Pick<Deps, 'database'>,
  { programId, call: receivedSale, outcome }: { programId: number; call: ReceivedSale; outcome: SaleOutcome },
): Promise<SaleOutcome> {
  if (outcome.kind !== 'no_attribution' || outcome.reason !== 'unknown_customer') return outcome
  const { customer_key, click_id } = receivedSale.request
  if (customer_key === undefined) return outcome
  const signups = await findProvisionalSignups(database.run, programId, {
    clickUuid: parseClickUuid(programId, click_id),
    receivedAt: receivedSale.receivedAt,
  })
  const hint = provisionalSignup(signups)
  const { couponProblem } = outcome
  // If the request's coupon code caused the rejection, other visitors' signups explain nothing.
  if (hint === undefined || (couponProblem !== undefined && !signups.matchesClick)) return outcome
  const message =
    couponProblem === undefined ? hint.message : `${couponProblemMessage(couponProblem)} ${hint.message}`
  return { ...outcome, ...hint, message }
}
