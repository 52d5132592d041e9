/** The last event a page of the event list showed; the next page goes on below it. */
export interface EventCursor {
  received_at: Date
  type: 'click' | 'lead' | 'sale'
  id: number
}

const SHAPE = /^(?<ms>0|[1-9]\d{0,13})[.](?<type>click|lead|sale)[.](?<id>[1-9]\d{0,15})$/

/** Opaque to clients: they send back what they were given. */
export function formatEventCursor({ received_at, type, id }: EventCursor): string {
  return Buffer.from(`${received_at.getTime()}.${type}.${id}`).toString('base64url')
}

/** The place a cursor names, or undefined when it is not one that was given. */
export function parseEventCursor(text: string): EventCursor | undefined {
  const { ms, type, id } = SHAPE.exec(Buffer.from(text, 'base64url').toString('latin1'))?.groups ?? {}
  if (type !== 'click' && type !== 'lead' && type !== 'sale') return undefined
  const cursor: EventCursor = { received_at: new Date(Number(ms)), type, id: Number(id) }
  // Decoding skips what is not base64url; what was given reads back as it was.
  return Number.isSafeInteger(cursor.id) && formatEventCursor(cursor) === text ? cursor : undefined
}
