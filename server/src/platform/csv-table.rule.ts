import { unguarded } from './csv.rule.ts'

/** One record of a CSV file and the line, from 1, that it begins on. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Why a file cannot be read. */
export interface CsvFault {
  kind: 'fault'
  line: number
  /** The column that is missing, or there twice. */
  column?: string
  message: string
}

export interface CsvRow<Column extends string> {
  line: number
  /** What stands in a column, without the spaces around it; empty where the file has no such column. */
  cell: (column: Column) => string
}

export interface CsvTable<Column extends string> {
  kind: 'table'
  rows: CsvRow<Column>[]
  /** Names of columns that nothing is read from. */
  ignoredColumns: string[]
}

export interface CsvColumns<Column extends string> {
  /** Each column by the names that it may have, in lower case with underscores. */
  names: Record<Column, readonly string[]>
  required: readonly Column[]
}

/**
 * Finds the columns of a file by its first record, in any order and in any case. Rows of empty cells are left out, and so is
 * the apostrophe that our own exports put before a formula.
 */
export function readCsvTable<Column extends string>(
  [head, ...records]: readonly CsvRecord[],
  { names, required }: CsvColumns<Column>,
): CsvTable<Column> | CsvFault {
  if (head === undefined) return csvFault(1, 'the file is empty')
  const columns = Object.keys(names) as Column[] // safe because the record has these keys
  const places = new Map<Column, number>()
  const ignoredColumns: string[] = []
  for (const [place, cell] of head.cells.entries()) {
    const name = textOf(cell)
    const column = columns.find((one) => names[one].includes(normalized(name)))
    if (column === undefined) {
      if (name !== '') ignoredColumns.push(name)
    } else if (places.has(column)) return { ...csvFault(head.line, `it has two columns “${column}”`), column }
    else places.set(column, place)
  }
  const missing = required.find((column) => !places.has(column))
  if (missing !== undefined) {
    const message = `its first line has to name the columns, and there is none “${missing}”`
    return { ...csvFault(head.line, message), column: missing }
  }
  if (records.length === 0) return csvFault(head.line, 'there is no row below the names of the columns')
  const rows = records.map(({ line, cells }) => ({
    line,
    cell: (column: Column) => textOf(cells[places.get(column) ?? -1] ?? ''),
  }))
  return { kind: 'table', rows, ignoredColumns }
}

export function csvFault(line: number, message: string): CsvFault {
  return { kind: 'fault', line, message }
}

function textOf(cell: string): string {
  return unguarded(cell).trim()
}

function normalized(name: string): string {
  return name.toLowerCase().replace(/[\s-]+/g, '_')
}

/** What a file has between its cells: a comma, or what a spreadsheet of another locale writes. */
export type CsvSeparator = ',' | ';' | '\t'

/** The separator that the first line has most of: no name of a column has one of them. */
export function separatorOf(text: string): CsvSeparator {
  const head = /^[^\r\n]*/.exec(text.slice(0, HEAD_CHARS).trimStart())?.[0] ?? ''
  const count = (separator: CsvSeparator) => head.split(separator).length
  return (['\t', ';', ','] as const).reduce<CsvSeparator>(
    (most, one) => (count(one) >= count(most) ? one : most),
    '\t',
  )
}

const HEAD_CHARS = 4_096

/**
 * The text of a file in UTF-8 or UTF-16, with or without a byte order mark. What is neither has U+FFFD in it, as a text that
 * was decoded elsewhere has.
 */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** The first character of a CSV file is one of ASCII: in UTF-16 one of its bytes is zero. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return 'utf-8'
}
