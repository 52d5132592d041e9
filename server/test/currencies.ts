import type { Currency } from '../src/platform/currency.ts'
import { DEFAULT_CURRENCIES } from '../src/platform/currency.ts'

/** Currencies of all kinds: hundredths, whole units, thousandths, and whole ones that Stripe counts in hundredths. */
export const EIGHT = ['USD', 'EUR', 'VND', 'JPY', 'KWD', 'GBP', 'CHF', 'ISK'] as const satisfies Currency[]

/**
 * What the property tests of money draw from: the default, or the list in TEST_CURRENCIES, which every service of a test
 * is started with too (CONTRIBUTING.md).
 */
export const DRAWN: readonly Currency[] = (process.env.TEST_CURRENCIES?.split(',') as Currency[]) ?? [
  // safe because the settings refuse what is none
  ...DEFAULT_CURRENCIES,
]
