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
 * @returns what is broken, after the records before it
 */
export function* readCsvFile(
  text: string,
  maxColumns: number,
): Generator<CsvRecord | undefined, CsvFault | undefined> {
  let record: CsvRecord = { line: 1, cells: [] }
  let line = 1
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const cell = text[at] === '"' ? yield* quotedCell(text, at) : plainCell(text, at)
    if (cell === undefined) return { line, fault: 'quotes' }
    if (record.cells.length === maxColumns) return { line, fault: 'columns' }
    record.cells.push(cell.value)
    line += cell.breaks
    const end = endOfCell(text, cell.end)
    if (end === undefined) return { line, fault: 'quotes' }
    at = cell.end + end.length
    if (end === ',') {
      // A comma at the very end leaves an empty last cell.
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

interface Cell {
  value: string
  breaks: number
  /** Where it ends: what stands there is no more of it. */
  end: number
}

function plainCell(text: string, from: number): Cell {
  let end = from
  while (end < text.length && !ENDS_PLAIN.has(text.charCodeAt(end))) end++
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
function endOfCell(text: string, at: number): '' | ',' | '\n' | '\r\n' | undefined {
  if (at === text.length) return ''
  if (text[at] === ',') return ','
  if (text[at] === '\n') return '\n'
  return text.startsWith('\r\n', at) ? '\r\n' : undefined
}

const QUOTE = 0x22
const LF = 0x0a
const ENDS_PLAIN = new Set([QUOTE, LF, 0x0d, 0x2c])

const PIECE_CHARS = 16_384
