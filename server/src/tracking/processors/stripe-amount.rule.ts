/**
 * Stripe counts most currencies in the minor units of ISO 4217, as we do, and these otherwise (docs.stripe.com/currencies,
 * "Minor units in API amounts" and "Special cases"): a króna of Iceland and a shilling of Uganda have no smaller unit,
 * and Stripe still says a hundred for one; of the hundred that an ariary of Madagascar has, Stripe knows nothing.
 * Forints and new Taiwan dollars are whole in payouts alone, which are not read here. Thousandths, as of dinars, Stripe
 * rounds to tens; what it says is what was paid.
 */
const STRIPE_UNITS: Readonly<Record<string, { stripe: number; ours: number } | undefined>> = {
  ISK: { stripe: 100, ours: 1 },
  UGX: { stripe: 100, ours: 1 },
  MGA: { stripe: 1, ours: 100 },
}

/**
 * An amount of Stripe's in minor units: 500 ISK are 5, 5 MGA are 500.
 * @param currency in capitals; undefined: Stripe did not say, and the amount stays as it is
 * @returns undefined for a part of a unit that has none, or more than a number can hold
 */
export function amountOfStripe(amount: number, currency: string | undefined): number | undefined {
  const units =
    currency === undefined || !Object.hasOwn(STRIPE_UNITS, currency) ? undefined : STRIPE_UNITS[currency]
  if (units === undefined) return amount
  const scaled = (amount * units.ours) / units.stripe
  return Number.isSafeInteger(scaled) ? scaled : undefined
}
