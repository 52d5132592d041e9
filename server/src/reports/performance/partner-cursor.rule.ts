import { isStorable } from '../../core/text/stored-text.rule.ts'
import { isTextSort, type PartnerPosition, type PartnerSort } from './partner-order.ts'

const SHAPE = /^(?<order>[A-Za-z]+)[.](?<id>[1-9]\d{0,15})[.](?<value>.*)$/s
const DIGITS = /^(0|-?[1-9]\d{0,37})$/
/** Milliseconds since 1970, up to the year 2286. */
const INSTANT = /^(0|[1-9]\d{0,12})$/

const NUMBERS: Partial<Record<PartnerSort, RegExp>> = { createdAt: INSTANT }

/** Formats a cursor, which is opaque to clients. */
export function formatPartnerCursor(order: PartnerSort, { value, id }: PartnerPosition): string {
  return Buffer.from(`${order}.${id}.${value}`).toString('base64url')
}

/** Parses a cursor for a report in this order. Returns undefined if it is invalid. */
export function parsePartnerCursor(
  text: string,
  order: PartnerSort,
  { maxChars }: { maxChars: number },
): PartnerPosition | undefined {
  const {
    order: cursorOrder,
    id,
    value = '',
  } = SHAPE.exec(Buffer.from(text, 'base64url').toString())?.groups ?? {}
  if (cursorOrder !== order) return undefined
  const isValue = isTextSort(order) ? isStorable(value, maxChars) : (NUMBERS[order] ?? DIGITS).test(value)
  const place: PartnerPosition = { value, id: Number(id) }
  // Decoding ignores characters outside base64url, so the result is encoded again and compared.
  const isGiven = Number.isSafeInteger(place.id) && formatPartnerCursor(order, place) === text
  return isValue && isGiven ? place : undefined
}
