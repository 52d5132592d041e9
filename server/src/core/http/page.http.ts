import Type from 'typebox'
import { limits } from '../config/limits.ts'
import type { PageKey, PageRequest } from '../database/page.sql.ts'
import { invalidFieldError } from '../errors/errors.http.ts'
import { namedObject } from './named-schema.http.ts'
import { readPositive, readText } from './query.http.ts'

/** Query parameters for every list. Lists are sorted newest first. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.pageRows, default: limits.pageRowsDefault }),
  ),
  cursor: Type.Optional(Type.String({ description: '`meta.nextCursor` from the previous page.' })),
}

export const PageMeta = namedObject('PageMeta', {
  nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
})

export function readPage(query: unknown): PageRequest {
  const rows = readPositive(query, 'limit', limits.pageRows) ?? limits.pageRowsDefault
  const cursor = readText(query, 'cursor')
  return { rows, after: cursor === undefined ? undefined : parseCursor(cursor) }
}

/** The query for a list with paging only. */
export const pageQuery = { parameters: pageParameters, read: readPage }

type KeysWithValue<Row, Value> = { [Name in keyof Row]: Row[Name] extends Value ? Name : never }[keyof Row]

/**
 * Builds a list response, ordered by two columns of its rows. The query fetches one row more than the page shows; if that
 * row exists, there is a next page.
 */
export function toPage<Row extends object, Item>(
  selected: Row[],
  { rows }: PageRequest,
  [at, id]: readonly [at: KeysWithValue<Row, Date>, id: KeysWithValue<Row, number>],
  show: (row: Row) => Item,
): { data: Item[]; meta: { nextCursor: string | null } } {
  const pageRows = selected.slice(0, rows)
  const lastRow = pageRows.at(-1)
  const isLast = selected.length <= rows || lastRow === undefined
  // safe because the names are of such columns
  const nextCursor = isLast ? null : formatCursor({ at: lastRow[at] as Date, id: lastRow[id] as number })
  return { data: pageRows.map(show), meta: { nextCursor } }
}

function formatCursor({ at, id }: PageKey): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

function parseCursor(cursor: string): PageKey {
  const match = /^(-?\d{1,15})\.([1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  const [at, id] = [new Date(Number(match?.[1])), Number(match?.[2])]
  // This service's cursors never contain years beyond 9999 or IDs beyond 2^53 - 1.
  if (match === null || Math.abs(at.getTime()) > 253_402_300_799_999 || !Number.isSafeInteger(id)) {
    throw invalidFieldError(
      'cursor',
      'cursor is invalid. Use meta.nextCursor from a previous page of this list.',
    )
  }
  return { at, id }
}
