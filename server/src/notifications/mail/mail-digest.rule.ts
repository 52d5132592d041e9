import type { Currency } from '../../core/money/currency.ts'
import type { MailDigest, MailSum } from './mail.ts'

/**
 * Limits an email's lines and sums the rest. Every amount is either in a line or in the rest, and also in the totals.
 */
export function createDigest<Line extends { amountCents: number; currency: Currency }>(
  all: readonly Line[],
  maxLines: number,
): MailDigest<Line> {
  const rest = all.slice(maxLines)
  return {
    lines: all.slice(0, maxLines),
    rest: { count: rest.length, sums: sumByCurrency(rest) },
    count: all.length,
    sums: sumByCurrency(all),
  }
}

function sumByCurrency(lines: readonly { amountCents: number; currency: Currency }[]): MailSum[] {
  const sums = new Map<Currency, bigint>()
  for (const { amountCents, currency } of lines) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountCents))
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, cents]) => ({ currency, amountCents: String(cents) }))
}
