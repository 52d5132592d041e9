import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import {
  type CsvColumns,
  type CsvFault,
  type CsvRecord,
  type CsvTable,
  csvError,
  detectSeparator,
  readCsvTable,
  removeSeparatorLine,
} from '../text/csv-table.rule.ts'

export interface CsvLimits {
  /** Maximum number of rows below the header. */
  rows: number
  columns: number
}

/** Maximum number of empty rows, which spreadsheets leave at the end. */
const MAX_EMPTY_ROWS = 20_000
/** Maximum length of a cell in characters, and of a record in bytes. */
const MAX_CELL_CHARS = 10_000
const MAX_RECORD_BYTES = 256 * 1024
/** Bytes parsed at a time: a few milliseconds of work. */
const CHUNK_BYTES = 4_096

/**
 * Reads a CSV file (RFC 4180, or with semicolons or tabs) whose first line is the header.
 * @param text the content, whose size the route limits
 */
export async function readCsvFile<Column extends string>(
  text: string,
  columns: CsvColumns<Column>,
  limits: CsvLimits,
): Promise<CsvTable<Column> | CsvFault> {
  const result = await readCsv(text, limits)
  return result.kind === 'fault' ? result : readCsvTable(result.records, columns)
}

/**
 * Parses in slices, so that other requests can run in between. Skips empty rows, and stops at the first exceeded limit.
 */
export async function readCsv(
  text: string,
  limits: CsvLimits,
): Promise<{ kind: 'records'; records: CsvRecord[] } | CsvFault> {
  const invalidIndex = text.indexOf('\uFFFD')
  if (invalidIndex >= 0) {
    const line = text.slice(0, invalidIndex).split('\n').length
    return csvError(
      line,
      'the file is neither UTF-8 nor UTF-16: save it as “CSV UTF-8” so that no letters are lost',
    )
  }
  const records: CsvRecord[] = []
  let endInfo = { lines: 0, empty_lines: 0 }
  let emptyRows = 0
  try {
    for await (const { record: cells, info } of parseRows(text)) {
      const line = endInfo.lines + info.empty_lines - endInfo.empty_lines + 1
      endInfo = info
      const fault = findRowError({ line, cells }, limits)
      if (fault !== undefined) return fault
      const isEmpty = cells.every((cell) => cell.trim() === '')
      if (isEmpty) emptyRows++
      if (emptyRows > MAX_EMPTY_ROWS || records.length > limits.rows) {
        return csvError(line, `the file has more than ${limits.rows} rows: split it into smaller files`)
      }
      if (isEmpty) continue
      records.push({ line, cells })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      return csvError(endInfo.lines + 1, 'the row is too long: a quote may be missing')
    }
    return csvError(Number(error.lines), 'the quotes in the row do not match')
  }
  return { kind: 'records', records }
}

interface ParseResult {
  record: string[]
  /** Number of lines up to the end of the record, including empty ones. */
  info: { lines: number; empty_lines: number }
}

function parseRows(text: string): AsyncIterable<ParseResult> {
  // The parser counts a CRLF within quotes twice.
  const bytes = Buffer.from(
    removeSeparatorLine(text)
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n'),
  )
  const parser = parse({
    delimiter: detectSeparator(text),
    info: true,
    max_record_size: MAX_RECORD_BYTES,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
  })
  return Readable.from(splitIntoChunks(bytes)).pipe(parser)
}

async function* splitIntoChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES)
    await setImmediate()
  }
}

function findRowError({ line, cells }: CsvRecord, { columns }: CsvLimits): CsvFault | undefined {
  if (cells.length > columns) return csvError(line, `the row has more than ${columns} columns`)
  if (cells.some((cell) => cell.length > MAX_CELL_CHARS)) {
    return csvError(line, `a cell in the row has more than ${MAX_CELL_CHARS} characters`)
  }
  return undefined
}
