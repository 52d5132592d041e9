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
 * LF, a byte order mark is skipped, and so are empty lines. Who has seen enough reads no further.
 * @param maxColumns of one record, so that none takes long
 * @returns what is broken, after the records before it
 */
export function* readCsvFile(text: string, maxColumns: number): Generator<CsvRecord, CsvFault | undefined> {
  let record: CsvRecord = { line: 1, cells: [] }
  let line = 1
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const cell = isQuoted ? quotedCell(text, at) : plainCell(text, at)
    if (cell === undefined) return { line, fault: 'quotes' }
    if (record.cells.length === maxColumns) return { line, fault: 'columns' }
    record.cells.push(cell.value)
    line += countBreaks(cell.value)
    at = cell.end
    const end = /^(?:,|\r\n|\n|$)/.exec(text.slice(at, at + 2))
    if (end === null) return { line, fault: 'quotes' }
    at += end[0].length
    if (end[0] === ',') {
      // A comma at the very end leaves an empty last cell.
      if (at === text.length) record.cells.push('')
      else continue
    }
    if (record.cells.some((value) => value !== '')) yield record
    line++
    record = { line, cells: [] }
  }
  if (record.cells.length > 0) yield record
  return undefined
}

function plainCell(text: string, from: number): { value: string; end: number } | undefined {
  PLAIN.lastIndex = from
  const value = PLAIN.exec(text)?.[0] ?? ''
  return { value, end: from + value.length }
}

function quotedCell(text: string, from: number): { value: string; end: number } | undefined {
  QUOTED.lastIndex = from
  const quoted = QUOTED.exec(text)?.[0]
  if (quoted === undefined) return undefined
  return { value: quoted.slice(1, -1).replaceAll('""', '"'), end: from + quoted.length }
}

/** Both stick to `lastIndex`: nothing is copied, so a file is read in one pass. */
const PLAIN = /[^",\r\n]*/y
const QUOTED = /"(?:[^"]|"")*"/y

function countBreaks(value: string): number {
  return value.split('\n').length - 1
}
