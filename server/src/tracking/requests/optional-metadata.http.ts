import Type, { type TObject, type TProperties } from 'typebox'
import { bodyReader } from '../../core/http/request-parsing.http.ts'
import { keepable } from '../../core/text/stored-text.rule.ts'
import { trimmedId } from '../../core/text/trimmed-id.rule.ts'

/**
 * Optional metadata of an event, such as the title of a page. It comes from a visitor's browser, so a text that is too long
 * or cannot be stored is shortened and cleaned; it never costs the event.
 */
export function decoration(maxChars: number, description = '') {
  const cut = `At most ${maxChars} characters are kept.`
  return Type.Optional(
    Type.String({ description: `${description} ${cut}`.trimStart(), 'x-kept-chars': maxChars }),
  )
}

interface FieldSchema {
  'x-kept-chars'?: number
  /** Of an id: white space and invisible characters around it don't count. */
  'x-trimmed'?: boolean
  /** Of an optional field that means something when it is left out, so that an empty value is an error. */
  'x-never-empty'?: boolean
}

/**
 * A `bodyReader` for track calls. An empty string in an optional field counts as not sent, and `additional_data: []`, as PHP
 * writes an empty object, as `{}` (D57). Of metadata it takes what can be stored, and ids marked `x-trimmed` are trimmed.
 */
export function trackBodyReader<Properties extends TProperties>(schema: TObject<Properties>) {
  const fields = new Map(Object.entries<FieldSchema>(schema.properties))
  // safe because these are names of its properties
  const required = (schema.required ?? []) as readonly string[]
  const isUnsent = (field: string, value: unknown) =>
    value === '' && !required.includes(field) && fields.get(field)?.['x-never-empty'] !== true
  const read = bodyReader(schema, (field, value) => {
    if (field === 'additional_data' && Array.isArray(value) && value.length === 0) return {}
    const most = typeof value === 'string' ? fields.get(field)?.['x-kept-chars'] : undefined
    return most === undefined ? value : keepable(String(value), most)
  })
  const trimmed = (field: string, value: unknown) =>
    typeof value === 'string' && fields.get(field)?.['x-trimmed'] === true ? trimmedId(value) : value
  return (body: Record<string, unknown>) => {
    const sent = Object.entries(body).map(([field, value]) => [field, trimmed(field, value)] as const)
    return read(Object.fromEntries(sent.filter(([field, value]) => !isUnsent(field, value))))
  }
}
