import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { limits } from '../config/limits.ts'
import type { PageKey, PageRequest } from '../database/page.sql.ts'
import { type CsvCell, csvLine } from '../text/csv.rule.ts'

/** The `200` response of a route that sends a CSV file. */
export const CsvResponse = {
  description: 'A CSV file (RFC 4180, UTF-8 with a byte order mark), streamed.',
  content: { 'text/csv': { schema: Type.String({ title: 'CsvFile' }) } },
}

interface CsvList<Row> {
  fileName: string
  columns: Record<string, (row: Row) => CsvCell>
  /** Loads a page of the list; may return one row more than requested. */
  readRows: (page: PageRequest) => Promise<Row[]>
  getKey: (row: Row) => PageKey
}

/**
 * Streams a whole list as a CSV file, one keyset page at a time, so that memory holds one page. Rows created meanwhile
 * are not included. A failure before the first page is an ordinary error; a later one aborts the connection, so that no
 * client mistakes a partial file for the whole.
 */
export async function sendCsv<Row>(reply: FastifyReply, list: CsvList<Row>): Promise<FastifyReply> {
  const firstPage = await list.readRows({ rows: limits.csvPageRows, after: undefined })
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${list.fileName}"`,
      'cache-control': 'no-store',
    })
    .send(Readable.from(csvLines(list, firstPage), { objectMode: false }))
}

/** Spreadsheets only recognize a file as UTF-8 if it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

async function* csvLines<Row>(list: CsvList<Row>, first: Row[]): AsyncGenerator<string> {
  const names = Object.keys(list.columns)
  const values = Object.values(list.columns)
  yield BYTE_ORDER_MARK + csvLine(names)
  let page = first
  for (;;) {
    const pageRows = page.slice(0, limits.csvPageRows)
    const lastRow = pageRows.at(-1)
    if (lastRow === undefined) return
    yield pageRows.map((row) => csvLine(values.map((value) => value(row)))).join('')
    if (page.length <= limits.csvPageRows) return
    page = await list.readRows({ rows: limits.csvPageRows, after: list.getKey(lastRow) })
  }
}
