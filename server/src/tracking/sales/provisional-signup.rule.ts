import type { NoAttributionReason } from './decide-sale.rule.ts'

/** A program's provisional signups that may explain an unknown customer_key. */
export interface ProvisionalSignups {
  /** Whether the request's click has a provisional signup. */
  matchesClick: boolean
  /** Whether the program has a provisional signup within its attribution window. */
  isAnyWaiting: boolean
}

const REMEDY =
  'send the lead with your API key first, or send click_id with the sale instead of customer_key.'

/** Returns the reason and message for a sale with an unknown customer_key; undefined if no signup is provisional. */
export function provisionalSignup({
  matchesClick,
  isAnyWaiting,
}: ProvisionalSignups): { reason: NoAttributionReason; message: string } | undefined {
  if (matchesClick) {
    return {
      reason: 'provisional_lead',
      message: `This customer's signup is waiting for confirmation by your server: ${REMEDY}`,
    }
  }
  if (!isAnyWaiting) return undefined
  return {
    reason: 'unknown_customer',
    message:
      'No customer in this program has this customer_key, but signups from the browser are waiting for ' +
      `confirmation by your server. If this customer's is one of them, ${REMEDY}`,
  }
}
