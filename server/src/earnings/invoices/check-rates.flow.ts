import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import type { Currency } from '../../core/money/currency.ts'
import { type ExchangeRates, parseExchangeRate } from './exchange-rate.rule.ts'
import { findLastRates } from './invoices.sql.ts'
import { type RateRange, type UnusualRate, unusualRate } from './unusual-rate.rule.ts'

/**
 * An exchange rate that an invoice needs: the rate sent, the last one used, and whether the rate sent must be
 * confirmed.
 */
export interface CheckedRate {
  currency: Currency
  rate: string | null
  lastRate: string | null
  unusual: UnusualRate | null
}

/** Compares the requested exchange rates with the last ones used and the configured ranges. */
export async function checkRates(
  { config }: Pick<Deps, 'config'>,
  queries: Queries,
  programId: number,
  { charged, rates }: { charged: readonly Currency[]; rates: ExchangeRates },
): Promise<CheckedRate[]> {
  const last = await findLastRates(queries, programId)
  return charged.flatMap((currency) => {
    if (currency === 'USD') return []
    const rate = rates.get(currency)
    const lastRate = last.get(currency)
    const references = {
      last: lastRate === undefined ? undefined : parseExchangeRate(lastRate),
      range: parseRange(config.expectedRates[currency]),
    }
    const unusual = rate === undefined ? null : unusualRate(rate.rate, references)
    return [{ currency, rate: rate?.text ?? null, lastRate: lastRate ?? null, unusual }]
  })
}

function parseRange(bounds: readonly [string, string] | undefined): RateRange | undefined {
  if (bounds === undefined) return undefined
  const [from, to] = bounds
  const [least, most] = [parseExchangeRate(from), parseExchangeRate(to)]
  return least === undefined || most === undefined ? undefined : { minimum: least, maximum: most }
}
