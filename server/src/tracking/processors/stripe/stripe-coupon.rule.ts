import { isPlaceholderId } from '../../../core/text/placeholder-id.rule.ts'
import { type Json, parseId, parseList, parseObject, parseText } from '../event-values.rule.ts'

/**
 * Returns the coupon code of a checkout, invoice or payment intent: `coupon_code` in its metadata, otherwise the code
 * of an expanded promotion code, otherwise the ID of the Stripe coupon, which the merchant can choose. Events contain
 * only a promotion code's ID, which the code can't be derived from.
 * @param metadata one or more; the first one takes precedence
 */
export function readCouponCode(object: Json, metadata: readonly unknown[]): string | undefined {
  // Invoices before API version 2025-03-31 have one discount; expanded discounts and checkouts' discounts are objects.
  const discounts = [...parseList(object.discounts), ...parseList([object.discount])]
  const codes = [
    ...metadata.map((source) => parseObject(source)?.coupon_code),
    ...discounts.map(({ promotion_code }) => parseObject(promotion_code)?.code),
    ...discounts.map(({ coupon, source }) => parseId(coupon) ?? parseId(parseObject(source)?.coupon)),
  ]
  return codes.map(parseText).find((code) => code !== undefined && !isPlaceholderId(code))
}
