/**
 * Currencies that Stripe doesn't count in ISO 4217 minor units (docs.stripe.com/currencies, "Minor units in API
 * amounts" and "Special cases"). ISK and UGX have no minor unit but two decimals at Stripe; MGA has one but none at
 * Stripe. HUF and TWD are whole numbers only in payouts, which are not read here. Stripe rounds three-decimal amounts
 * to tens.
 */
const STRIPE_UNITS: Readonly<Record<string, { stripe: number; ours: number } | undefined>> = {
  ISK: { stripe: 100, ours: 1 },
  UGX: { stripe: 100, ours: 1 },
  MGA: { stripe: 1, ours: 100 },
}

/**
 * Converts a Stripe amount to minor units: 500 ISK become 5, and 5 MGA become 500.
 * @param currency in upper case; if Stripe sent none, it is undefined and the amount is returned unchanged
 * @returns undefined for a fraction of the smallest unit, or more than a number can hold
 */
export function fromStripeAmount(amount: number, currency: string | undefined): number | undefined {
  const units =
    currency === undefined || !Object.hasOwn(STRIPE_UNITS, currency) ? undefined : STRIPE_UNITS[currency]
  if (units === undefined) return amount
  const scaled = (amount * units.ours) / units.stripe
  return Number.isSafeInteger(scaled) ? scaled : undefined
}
