import { DEFAULT_CURRENCIES } from '../../server/src/core/money/currency.ts'

/**
 * The document as the service of any installation could answer it. What it lists by default depends on a setting
 * (`CURRENCIES`): whoever compiles against the types may call a service that takes others, so a currency is a text, and
 * what has a field for each of some has one for any.
 */
export function forAnyCurrency<Document>(document: Document): Document {
  return widen(document) as Document // safe because schemas become schemas
}

const NAMES: readonly string[] = DEFAULT_CURRENCIES

function widen(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(widen)
  if (part === null || typeof part !== 'object') return part
  const { enum: words, properties, ...rest } = part as { enum?: unknown; properties?: unknown } // safe: any object may lack them
  if (Array.isArray(words) && areCurrencies(words)) return rest
  if (properties !== null && typeof properties === 'object' && areCurrencies(Object.keys(properties))) {
    return { ...rest, additionalProperties: Object.values(properties)[0] }
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, widen(value)]))
}

function areCurrencies(words: readonly unknown[]): boolean {
  return words.length > 0 && words.every((word) => typeof word === 'string' && NAMES.includes(word))
}
