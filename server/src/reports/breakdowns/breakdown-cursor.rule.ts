import { isStorable } from '../../core/text/stored-text.rule.ts'
import type { RowOrder, RowPosition } from './breakdown-rows.rule.ts'

const DIGITS = /^(0|-?[1-9]\d{0,37})$/

/** Formats a cursor, which is opaque to clients. */
export function formatBreakdownCursor(
  dimension: string,
  { by }: RowOrder,
  { value, key }: RowPosition,
): string {
  return Buffer.from(JSON.stringify([dimension, by, value, key])).toString('base64url')
}

/** Parses a cursor. Returns undefined if it doesn't belong to this breakdown and order. */
export function parseBreakdownCursor(
  text: string,
  dimension: string,
  order: RowOrder,
  { maxChars }: { maxChars: number },
): RowPosition | undefined {
  const parts = readJson(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(parts) || parts.length !== 4) return undefined
  const [cursorDimension, by, value, key]: unknown[] = parts
  if (cursorDimension !== dimension || by !== order.by || typeof value !== 'string') return undefined
  const isKey = key === null || (typeof key === 'string' && (key === '' || isStorable(key, maxChars)))
  const isValue = by === 'name' ? value === '' || isStorable(value, maxChars) : DIGITS.test(value)
  if (!isKey || !isValue) return undefined
  const place = { value, key }
  // Decoding ignores characters outside base64url, so the result is encoded again and compared.
  return formatBreakdownCursor(dimension, order, place) === text ? place : undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
