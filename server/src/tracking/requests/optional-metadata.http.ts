import Type, { type TObject, type TProperties } from 'typebox'
import { bodyReader } from '../../core/http/request-parsing.http.ts'
import { toStorableText } from '../../core/text/stored-text.rule.ts'
import { trimId } from '../../core/text/trimmed-id.rule.ts'

/**
 * Schema of optional metadata, such as a page title. It comes from a visitor's browser, so text is truncated and
 * cleaned instead of rejected.
 */
export function optionalMetadata(maxChars: number, description = '') {
  const limitNote = `At most ${maxChars} characters are stored.`
  return Type.Optional(
    Type.String({ description: `${description} ${limitNote}`.trimStart(), 'x-kept-chars': maxChars }),
  )
}

interface FieldSchema {
  'x-kept-chars'?: number
  /** Schema of an ID. Surrounding whitespace and invisible characters are ignored. */
  'x-trimmed'?: boolean
  /** Schema of an optional field whose omission has a meaning, so an empty value is an error. */
  'x-never-empty'?: boolean
}

/**
 * Creates a body reader like `bodyReader`, for tracking requests. Treats an empty string in an optional field as not
 * sent, and `additional_data: []` (PHP's empty object) as `{}` (D57). Cleans metadata and trims IDs marked `x-trimmed`.
 */
export function trackBodyReader<Properties extends TProperties>(schema: TObject<Properties>) {
  const fields = new Map(Object.entries<FieldSchema>(schema.properties))
  // safe because these are property names of the schema
  const required = (schema.required ?? []) as readonly string[]
  return bodyReader(schema, (field, value) => {
    if (field === 'additional_data' && Array.isArray(value) && value.length === 0) return {}
    if (typeof value !== 'string') return value
    const {
      'x-trimmed': isTrimmed,
      'x-kept-chars': maxChars,
      'x-never-empty': isNeverEmpty,
    } = fields.get(field) ?? {}
    const text = isTrimmed === true ? trimId(value) : value
    if (text === '' && isNeverEmpty !== true && !required.includes(field)) return undefined
    return maxChars === undefined ? text : toStorableText(text, maxChars)
  })
}
