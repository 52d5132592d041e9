import { isAmount } from '../event-values.rule.ts'
import { fromStripeAmount } from './stripe-amount.rule.ts'

/** Returns a positive Stripe amount in minor units. */
export function parseStripeAmount(value: unknown, currency: string | undefined): number | undefined {
  const amount = isAmount(value) ? fromStripeAmount(value, currency) : undefined
  return isAmount(amount) ? amount : undefined
}
