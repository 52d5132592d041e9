/** One record of a CSV file and the line, from 1, that it begins on. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Where a file cannot be read on, and why. */
export interface CsvFault {
  line: number
  fault: 'quotes' | 'columns'
}

/**
 * Reads a CSV file (RFC 4180) record by record: cells may be quoted, quotes inside are doubled, lines end with CRLF or
 * LF, a byte order mark is skipped, and so are empty lines. Who has seen enough reads no further. Nothing is yielded
 * where a reader may rest: after an empty line, and within a long cell.
 * @param maxColumns of one record, so that none takes long
 * @param separator what stands between two cells
 * @returns what is broken, after the records before it
 */
export function* readCsvFile(
  text: string,
  maxColumns: number,
  separator: CsvSeparator = ',',
): Generator<CsvRecord | undefined, CsvFault | undefined> {
  let record: CsvRecord = { line: 1, cells: [] }
  let line = 1
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const cell = text[at] === '"' ? yield* quotedCell(text, at) : plainCell(text, at, separator)
    if (cell === undefined) return { line, fault: 'quotes' }
    if (record.cells.length === maxColumns) return { line, fault: 'columns' }
    record.cells.push(cell.value)
    line += cell.breaks
    const end = endOfCell(text, cell.end, separator)
    if (end === undefined) return { line, fault: 'quotes' }
    at = cell.end + end.length
    if (end === separator) {
      // A separator at the very end leaves an empty last cell.
      if (at === text.length) record.cells.push('')
      else continue
    }
    yield record.cells.some((value) => value !== '') ? record : undefined
    line++
    record = { line, cells: [] }
  }
  if (record.cells.length > 0) yield record
  return undefined
}

/** Steps on to the next record; empty lines, and the pieces of a long cell, are steps too. */
export function* nextRecord(
  records: ReturnType<typeof readCsvFile>,
): Generator<void, IteratorResult<CsvRecord, CsvFault | undefined>> {
  for (;;) {
    const step = records.next()
    if (step.done) return step
    if (step.value !== undefined) return { done: false, value: step.value }
    yield
  }
}

/** What a file has between its cells: a comma, or what a spreadsheet of another locale writes. */
export type CsvSeparator = ',' | ';' | '\t'

/** The separator that the head of a file has most of; quotes are no matter there, for no name of a column has one of them. */
export function separatorOf(text: string): CsvSeparator {
  const start = text.slice(0, HEAD_CHARS).replace(/^\uFEFF?[\r\n]*/, '')
  const head = /^[^\r\n]*/.exec(start)?.[0] ?? ''
  const count = (separator: CsvSeparator) => head.split(separator).length
  return (['\t', ';', ','] as const).reduce<CsvSeparator>(
    (most, one) => (count(one) >= count(most) ? one : most),
    '\t',
  )
}

interface Cell {
  value: string
  breaks: number
  /** Where it ends: what stands there is no more of it. */
  end: number
}

function plainCell(text: string, from: number, separator: CsvSeparator): Cell {
  let end = from
  const parts = separator.charCodeAt(0)
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === parts || ENDS_PLAIN.has(code)) break
  }
  return { value: text.slice(from, end), breaks: 0, end }
}

/** Piece by piece: a file may be one cell of nothing but quotes. */
function* quotedCell(text: string, from: number): Generator<undefined, Cell | undefined> {
  let value = ''
  let breaks = 0
  let start = from + 1
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LF) breaks++
    if (code === QUOTE) {
      if (text.charCodeAt(at + 1) !== QUOTE) {
        return { value: value + unquoted(text, start, at), breaks, end: at + 1 }
      }
      at++
    }
    if (at - start < PIECE_CHARS) continue
    value += unquoted(text, start, at + 1)
    start = at + 1
    yield
  }
  return undefined
}

const unquoted = (text: string, from: number, to: number) => text.slice(from, to).replaceAll('""', '"')

/** What parts a cell from the next, or ends its record; undefined when nothing of that stands there. */
function endOfCell(
  text: string,
  at: number,
  separator: CsvSeparator,
): '' | CsvSeparator | '\n' | '\r\n' | undefined {
  if (at === text.length) return ''
  if (text[at] === separator) return separator
  if (text[at] === '\n') return '\n'
  return text.startsWith('\r\n', at) ? '\r\n' : undefined
}

const QUOTE = 0x22
const LF = 0x0a
const ENDS_PLAIN = new Set([QUOTE, LF, 0x0d])

const PIECE_CHARS = 16_384
/** Of what names the columns. */
const HEAD_CHARS = 4_096
