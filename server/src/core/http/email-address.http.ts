import Type from 'typebox'
import { limits } from '../config/limits.ts'
import { invalidFieldError } from '../errors/errors.http.ts'
import { canonicalEmail } from '../text/email-address.rule.ts'
import { readText } from './query.http.ts'

/** Schema for an email address that the service may write to; `readEmail` reads it. */
export const EmailAddress = Type.String({
  maxLength: limits.maxIdLength,
  description: 'An email address. Stored in lower case, with its domain in ASCII (punycode).',
})

/**
 * Validates an email address and returns it in canonical form, as it is stored.
 * @throws {ApiError} 400 `invalid_request` with the field, unless the text is exactly one address
 */
export function readEmail(field: string, sent: string): string {
  const email = canonicalEmail(sent)
  if (email !== undefined) return email
  throw invalidFieldError(field, `${field} must be a single email address, such as ada@example.com.`)
}

/** Returns the `search` parameter of a list: an email address in canonical form, any other text unchanged. */
export function readSearch(query: unknown): string | undefined {
  const text = readText(query, 'search')
  return text === undefined ? undefined : (canonicalEmail(text) ?? text)
}
