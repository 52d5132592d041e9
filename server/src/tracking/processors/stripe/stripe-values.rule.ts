import { isAmount } from '../event-values.rule.ts'
import { amountOfStripe } from './stripe-amount.rule.ts'

/** Returns a positive Stripe amount in minor units. */
export function amountOf(value: unknown, currency: string | undefined): number | undefined {
  const amount = isAmount(value) ? amountOfStripe(value, currency) : undefined
  return isAmount(amount) ? amount : undefined
}
