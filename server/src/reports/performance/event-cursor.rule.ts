/** The last event of a page. The next page continues after it. */
export interface EventCursor {
  received_at: Date
  type: 'click' | 'lead' | 'sale'
  id: number
}

const SHAPE = /^(?<ms>0|[1-9]\d{0,13})[.](?<type>click|lead|sale)[.](?<id>[1-9]\d{0,15})$/

/** Formats a cursor, which is opaque to clients. */
export function formatEventCursor({ received_at, type, id }: EventCursor): string {
  return Buffer.from(`${received_at.getTime()}.${type}.${id}`).toString('base64url')
}

/** Parses a cursor. Returns undefined if it is invalid. */
export function parseEventCursor(text: string): EventCursor | undefined {
  const { ms, type, id } = SHAPE.exec(Buffer.from(text, 'base64url').toString('latin1'))?.groups ?? {}
  if (type !== 'click' && type !== 'lead' && type !== 'sale') return undefined
  const cursor: EventCursor = { received_at: new Date(Number(ms)), type, id: Number(id) }
  // Decoding ignores characters outside base64url, so the result is encoded again and compared.
  return Number.isSafeInteger(cursor.id) && formatEventCursor(cursor) === text ? cursor : undefined
}
