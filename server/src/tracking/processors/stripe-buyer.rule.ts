import { isPlaceholderId } from '../../core/text/placeholder-id.rule.ts'
import { parseClickId } from '../clicks/click-id.rule.ts'
import type { ReportedPayment } from './processor.ts'
import { type Json, objectOf, textOf } from './stripe-values.rule.ts'

/** Our metadata of a payment. */
const NAMES = ['service_click_id', 'service_customer_key', 'product_id'] as const

export type NamedBuyer = Pick<ReportedPayment, 'click_id' | 'customer_key' | 'product_id' | 'reference_key'>

/**
 * Who bought, by our metadata. A placeholder such as `undefined` counts as not sent (D56). The checkout's
 * `client_reference_id`, which may be anything of the merchant's, counts only where our metadata names nobody (D60):
 * one of our click ids is the click; anything else is only ever the key of a customer that exists.
 * @param metadata one or more, the first of which wins
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

/** The values of our metadata, and of the generic reference, that are placeholders: the team is shown them. */
export function placeholdersIn(object: Json): Record<string, string> {
  const sources = [object.metadata, subscriptionOf(object)?.metadata].map(objectOf)
  const named = NAMES.flatMap((name) => sources.map((source) => [name, textOf(source?.[name])] as const))
  const values = [...named, ['client_reference_id', textOf(object.client_reference_id)] as const]
  return Object.fromEntries(
    values.flatMap(([name, value]) => (value !== undefined && isPlaceholderId(value) ? [[name, value]] : [])),
  )
}

/** What an invoice says of its subscription; before API version 2025-03-31 it has no parent. */
export function subscriptionOf(invoice: Json): Json | undefined {
  return objectOf(objectOf(invoice.parent)?.subscription_details) ?? objectOf(invoice.subscription_details)
}

function usableId(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined || isPlaceholderId(text) ? undefined : text
}
