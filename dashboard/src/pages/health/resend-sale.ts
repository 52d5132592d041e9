import type { RejectedRequest } from '../../api/types.ts'

type SaleValues = Pick<
  RejectedRequest,
  'transactionId' | 'customerKey' | 'clickId' | 'amount' | 'currency' | 'couponCode'
>

/** Returns a command that sends a rejected sale again, with the stored values. */
export function resendSaleCurl(
  origin: string,
  { transactionId, customerKey, clickId, amount, currency, couponCode }: SaleValues,
) {
  const body = {
    transaction_id: transactionId,
    // Stored as in the JSON. If it isn't a whole number, that was the mistake.
    amount_cents: /^\d{1,15}$/.test(amount ?? '') ? Number(amount) : 'THE_AMOUNT_IN_MINOR_UNITS',
    currency: currency ?? undefined,
    customer_key: customerKey ?? undefined,
    click_id: clickId ?? undefined,
    coupon_code: couponCode ?? undefined,
  }
  return `curl ${origin}/api/v1/track/sale \\
  -H "Authorization: Bearer $AFFILIATE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d ${quoteForShell(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`
}

/** Quotes text for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
