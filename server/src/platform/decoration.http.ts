import Type, { type TObject, type TProperties } from 'typebox'
import { keepable } from './stored-text.rule.ts'
import { bodyReader } from './wire.http.ts'

/**
 * A text that only decorates an event, such as the title of a page. It comes from a visitor's browser, so a long or
 * broken one is nobody's mistake: what can be kept of it is kept, and the event is never refused for it.
 */
export function decoration(maxChars: number, description = '') {
  const cut = `At most ${maxChars} characters are kept.`
  return Type.Optional(
    Type.String({ description: `${description} ${cut}`.trimStart(), 'x-kept-chars': maxChars }),
  )
}

/** A `bodyReader` that keeps what it can of the decorations; every other field is read as there. */
export function decoratedBodyReader<Properties extends TProperties>(schema: TObject<Properties>) {
  const decorations = new Map(
    Object.entries<object>(schema.properties).flatMap(
      ([field, { 'x-kept-chars': most }]: [string, { 'x-kept-chars'?: number }]) =>
        most === undefined ? [] : [[field, most] as const],
    ),
  )
  return bodyReader(schema, (field, value) => {
    const most = typeof value === 'string' ? decorations.get(field) : undefined
    return most === undefined ? value : keepable(String(value), most)
  })
}
