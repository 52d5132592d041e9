import type { Currency } from '../../core/money/currency.ts'
import type { ClaimObstacle } from './claim.ts'

/** The records with a given order ID. */
export interface OrderData {
  sale: { partner_id: number; commission_id: number | null } | undefined
  payment: { amount_cents: number | null; currency: string | null } | undefined
  rejected: { amount: string | null; currency: string | null } | undefined
}

/**
 * Returns the reason an order can't become a partner's sale, regardless of the buyer: it already is a sale, nothing was
 * received, or it is incomplete.
 * @returns undefined if nothing about the order prevents it
 */
export function findClaimObstacle(
  { sale, payment, rejected }: OrderData,
  partnerId: number,
  currencies: readonly Currency[],
): ClaimObstacle | undefined {
  if (sale !== undefined) {
    if (sale.partner_id !== partnerId) return 'belongs_to_another'
    return sale.commission_id === null ? 'recorded_without_commission' : 'has_commission'
  }
  if (payment !== undefined) {
    if (payment.amount_cents === null) return 'payment_pending'
    return isSupportedCurrency(payment.currency, currencies) ? undefined : 'unsupported_currency'
  }
  if (rejected === undefined) return 'sale_not_received'
  if (parseRejectedAmount(rejected.amount) === undefined) return 'invalid_amount'
  return isSupportedCurrency(rejected.currency ?? undefined, currencies) ? undefined : 'unsupported_currency'
}

function isSupportedCurrency(currency: string | null | undefined, currencies: readonly Currency[]): boolean {
  return currencies.some((one) => one === currency)
}

/** Parses the amount of a rejected request, in minor units (D8). Returns undefined if it is invalid. */
export function parseRejectedAmount(text: string | null): number | undefined {
  if (text === null || !/^[1-9]\d{0,15}$/.test(text)) return undefined
  const amount = Number(text)
  return Number.isSafeInteger(amount) ? amount : undefined
}
