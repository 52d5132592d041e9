import { isPlaceholderId } from '../../core/text/placeholder-id.rule.ts'
import { parseClickId } from '../clicks/click-id.rule.ts'
import { parseNumericId, parseObject, parseText } from './event-values.rule.ts'
import type { ReportedPayment } from './processor.ts'

/** Our fields in a payment's metadata, whatever the processor calls metadata. */
const NAMES = ['service_click_id', 'service_customer_key', 'product_id'] as const

export type NamedBuyer = Pick<ReportedPayment, 'click_id' | 'customer_key' | 'product_id' | 'reference_key'>

/**
 * Returns the buyer identified by our metadata. Placeholders such as `undefined` are treated as not sent (D56). A
 * generic reference field is used only if our metadata has neither a click ID nor a key (D60): if it is one of our
 * click IDs, it is the click; anything else can only be an existing customer's key.
 * @param metadata one or more; the first one takes precedence
 */
export function readBuyer(metadata: readonly unknown[], reference?: unknown): NamedBuyer {
  const sources = metadata.map(parseObject)
  const [click_id, customer_key, product_id] = NAMES.map((name) =>
    sources.map((source) => usableId(source?.[name])).find((id) => id !== undefined),
  )
  const buyer = { click_id, customer_key, product_id, reference_key: undefined }
  const text = usableId(reference)
  if (text === undefined || click_id !== undefined || customer_key !== undefined) return buyer
  return parseClickId(text) === undefined ? { ...buyer, reference_key: text } : { ...buyer, click_id: text }
}

/**
 * Returns a payment's coupon code: `coupon_code` in our metadata, otherwise the first of the processor's codes.
 * @param codes the codes of the event's discounts
 */
export function readCoupon(metadata: readonly unknown[], codes: readonly unknown[] = []): string | undefined {
  const sentCodes = metadata.map((source) => parseObject(source)?.coupon_code)
  return [...sentCodes, ...codes].map(usableId).find((code) => code !== undefined)
}

/**
 * Returns placeholders in our metadata and in a generic reference field, so the team can see them.
 * @param references the generic fields by name
 */
export function placeholdersIn(
  metadata: readonly unknown[],
  references: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const sources = metadata.map(parseObject)
  const candidates = NAMES.flatMap((name) =>
    sources.map((source) => [name, parseText(source?.[name])] as const),
  )
  const generic = Object.entries(references).map(([name, value]) => [name, parseText(value)] as const)
  return Object.fromEntries(
    [...candidates, ...generic].flatMap(([name, value]) =>
      value !== undefined && isPlaceholderId(value) ? [[name, value]] : [],
    ),
  )
}

function usableId(value: unknown): string | undefined {
  const text = parseNumericId(value)
  return text === undefined || isPlaceholderId(text) ? undefined : text
}
