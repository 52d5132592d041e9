import { DEFAULT_CURRENCIES } from '../../server/src/core/money/currency.ts'

/**
 * Replaces currency enums with strings, because the default list depends on a setting (`CURRENCIES`): clients
 * compiled against these types may call a service with other currencies.
 */
export function forAnyCurrency<Document>(document: Document): Document {
  return widen(document) as Document // safe because schemas become schemas
}

const CURRENCY_CODES: readonly string[] = DEFAULT_CURRENCIES

function widen(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(widen)
  if (part === null || typeof part !== 'object') return part
  // safe because all three are optional
  const { enum: values, properties, ...rest } = part as { enum?: unknown; properties?: unknown }
  if (Array.isArray(values) && areCurrencies(values)) return rest
  if (properties !== null && typeof properties === 'object' && areCurrencies(Object.keys(properties))) {
    return { ...rest, additionalProperties: Object.values(properties)[0] }
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, widen(value)]))
}

function areCurrencies(values: readonly unknown[]): boolean {
  return (
    values.length > 0 && values.every((value) => typeof value === 'string' && CURRENCY_CODES.includes(value))
  )
}
