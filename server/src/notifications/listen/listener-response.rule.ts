import type { ListenerEvent } from './listen.ts'

/** A listener in a response from the service. */
export interface Listener {
  id: number
  secret: string
  eventTypes: string[]
}

/** Parses a listener. Returns undefined if the response isn't from a compatible service. */
export function readListener(body: unknown): Listener | undefined {
  const data = getData(body)
  const [id, secret, eventTypes] = [
    getField(data, 'id'),
    getField(data, 'secret'),
    getField(data, 'eventTypes'),
  ]
  if (!isId(id) || !isText(secret, SECRET) || !Array.isArray(eventTypes)) return undefined
  return { id, secret, eventTypes: eventTypes.filter((one) => typeof one === 'string') }
}

/** Parses events. Returns undefined if the response isn't from a compatible service. */
export function parseListenerEvents(body: unknown): ListenerEvent[] | undefined {
  const data = getData(body)
  if (!Array.isArray(data)) return undefined
  const events = data.map(readEvent)
  return events.every((one) => one !== undefined) ? events : undefined
}

function readEvent(one: unknown): ListenerEvent | undefined {
  const [id, messageId] = [getField(one, 'id'), getField(one, 'messageId')]
  const [type, payload] = [getField(one, 'type'), getField(one, 'payload')]
  if (!isId(id) || !isText(messageId, MESSAGE_ID)) return undefined
  if (typeof type !== 'string' || typeof payload !== 'string') return undefined
  return { id, messageId, type, payload }
}

const SECRET = /^whsec_[A-Za-z0-9+/]+=*$/

/** An ID must be safe to send as a header. */
const MESSAGE_ID = /^[\w-]{1,255}$/

function getData(body: unknown): unknown {
  return getField(body, 'data')
}

function getField(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value)
}
