import { isPlaceholderId } from '../../core/text/placeholder-id.rule.ts'
import { parseClickId } from '../clicks/click-id.rule.ts'
import type { ReportedPayment } from './processor.ts'
import { type Json, objectOf, textOf } from './stripe-values.rule.ts'

/** Our metadata fields of a payment. */
const NAMES = ['service_click_id', 'service_customer_key', 'product_id'] as const

export type NamedBuyer = Pick<ReportedPayment, 'click_id' | 'customer_key' | 'product_id' | 'reference_key'>

/**
 * Returns the buyer identified by our metadata. Placeholders such as `undefined` count as not sent (D56). The
 * checkout's `client_reference_id` only counts if our metadata identifies nobody (D60): if it is one of our click IDs,
 * it is the click; anything else can only be the key of an existing customer.
 * @param metadata one or more; the first one takes precedence
 */
export function readBuyer(metadata: readonly unknown[], reference?: unknown): NamedBuyer {
  const sources = metadata.map(objectOf)
  const [click_id, customer_key, product_id] = NAMES.map((name) =>
    sources.map((source) => usableId(source?.[name])).find((id) => id !== undefined),
  )
  const named = { click_id, customer_key, product_id, reference_key: undefined }
  const text = usableId(reference)
  if (text === undefined || click_id !== undefined || customer_key !== undefined) return named
  return parseClickId(text) === undefined ? { ...named, reference_key: text } : { ...named, click_id: text }
}

/** Returns placeholders in our metadata and the generic reference, so that the team can see them. */
export function placeholdersIn(object: Json): Record<string, string> {
  const sources = [object.metadata, subscriptionOf(object)?.metadata].map(objectOf)
  const named = NAMES.flatMap((name) => sources.map((source) => [name, textOf(source?.[name])] as const))
  const values = [...named, ['client_reference_id', textOf(object.client_reference_id)] as const]
  return Object.fromEntries(
    values.flatMap(([name, value]) => (value !== undefined && isPlaceholderId(value) ? [[name, value]] : [])),
  )
}

/** Returns an invoice's subscription details. Before API version 2025-03-31, an invoice has no parent. */
export function subscriptionOf(invoice: Json): Json | undefined {
  return objectOf(objectOf(invoice.parent)?.subscription_details) ?? objectOf(invoice.subscription_details)
}

function usableId(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined || isPlaceholderId(text) ? undefined : text
}
