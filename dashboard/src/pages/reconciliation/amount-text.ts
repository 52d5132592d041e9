import { formatMoney } from '../../format/money.ts'

/** Formats an amount from a processor, whose currency may be unknown. */
export function amountText(cents: number, currency: string | null): string {
  return currency === null ? String(cents) : formatMoney(cents, currency)
}
