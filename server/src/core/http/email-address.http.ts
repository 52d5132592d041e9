import Type from 'typebox'
import { limits } from '../config/limits.ts'
import { invalidField } from '../errors/errors.http.ts'
import { canonicalEmail } from '../text/email-address.rule.ts'
import { readText } from './query.http.ts'

/** A field that takes the e-mail address of somebody whom the service may write to; `readEmail` reads it. */
export const EmailAddress = Type.String({
  maxLength: limits.idChars,
  description: 'One e-mail address. It is stored in lower case, its domain in ASCII (punycode).',
})

/** @throws {ApiError} 400 `invalid_request` naming the field, for a text that is not exactly one address */
export function readEmail(field: string, sent: string): string {
  const email = canonicalEmail(sent)
  if (email !== undefined) return email
  throw invalidField(field, `${field} must be one e-mail address, such as ada@example.com.`)
}

/** The parameter `search` of a list: an e-mail address in the form in which it is stored, any other text as it is. */
export function readSearch(query: unknown): string | undefined {
  const text = readText(query, 'search')
  return text === undefined ? undefined : (canonicalEmail(text) ?? text)
}
