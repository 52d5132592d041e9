import { removeGuard } from './csv.rule.ts'

/** A record of a CSV file, with the number of its first line, counted from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Why a file can't be read. */
export interface CsvFault {
  kind: 'fault'
  line: number
  /** The missing or duplicate column. */
  column?: string
  message: string
}

export interface CsvRow<Column extends string> {
  line: number
  /** Returns a column's trimmed text; empty if the file lacks it. */
  cell: (column: Column) => string
}

export interface CsvTable<Column extends string> {
  kind: 'table'
  rows: CsvRow<Column>[]
  /** The column names as in the file. */
  headers: ReadonlyMap<Column, string>
  /** Names of columns that were ignored. */
  ignoredColumns: string[]
}

export interface CsvColumns<Column extends string> {
  /** The accepted names of each column, in lower case with underscores. */
  names: Record<Column, readonly string[]>
  required: readonly Column[]
}

/**
 * Maps a file's columns by its header, in any order and case. Removes the apostrophe that the service's own exports put
 * before a formula.
 */
export function readCsvTable<Column extends string>(
  [head, ...records]: readonly CsvRecord[],
  { names, required }: CsvColumns<Column>,
): CsvTable<Column> | CsvFault {
  if (head === undefined) return csvError(1, 'the file is empty')
  const columns = Object.keys(names) as Column[] // safe because the record has exactly these keys
  const indexByColumn = new Map<Column, number>()
  const headers = new Map<Column, string>()
  const ignoredColumns: string[] = []
  for (const [index, cell] of head.cells.entries()) {
    const name = cleanCell(cell)
    const column = columns.find((one) => names[one].includes(normalizeName(name)))
    if (column === undefined) {
      if (name !== '') ignoredColumns.push(name)
    } else if (indexByColumn.has(column))
      return { ...csvError(head.line, `column “${name}” occurs twice`), column }
    else {
      indexByColumn.set(column, index)
      headers.set(column, name)
    }
  }
  const missingColumn = required.find((column) => !indexByColumn.has(column))
  if (missingColumn !== undefined) {
    const message = `column “${names[missingColumn][0]}” is missing`
    return { ...csvError(head.line, message), column: missingColumn }
  }
  if (records.length === 0) return csvError(head.line, 'the file has no rows below its header')
  const rows = records.map(({ line, cells }) => ({
    line,
    cell: (column: Column) => cleanCell(cells[indexByColumn.get(column) ?? -1] ?? ''),
  }))
  return { kind: 'table', rows, headers, ignoredColumns }
}

export function csvError(line: number, message: string): CsvFault {
  return { kind: 'fault', line, message }
}

function cleanCell(cell: string): string {
  return removeGuard(cell).trim()
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s-]+/g, '_')
}

/** Cell separators: a comma, or the separators of other spreadsheet locales. */
export type CsvSeparator = ',' | ';' | '\t' | '|'

/** The line `sep=;` above the header, which Excel writes. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t|])"?[ \t]*(?=[\r\n]|$)/i

/** Blanks the separator line, so that line numbers stay correct. */
export function removeSeparatorLine(text: string): string {
  return text.replace(SEPARATOR_LINE, '')
}

/**
 * Returns the separator specified in the file, otherwise the most frequent one in the header: column names don't
 * contain any.
 */
export function detectSeparator(text: string): CsvSeparator {
  const namedSeparator = SEPARATOR_LINE.exec(text)?.[1]
  // safe because the expression matches no other character
  if (namedSeparator !== undefined) return namedSeparator as CsvSeparator
  const head = /^[^\r\n]*/.exec(text.slice(0, HEAD_CHARS).trimStart())?.[0] ?? ''
  const count = (separator: CsvSeparator) => head.split(separator).length
  return (['\t', ';', ','] as const).reduce<CsvSeparator>(
    (most, one) => (count(one) >= count(most) ? one : most),
    '\t',
  )
}

const HEAD_CHARS = 4_096

/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark. Bytes in another encoding become U+FFFD, which `readCsv`
 * rejects.
 */
export function decodeBytes(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes)
}

/** Detects UTF-16: the first character of a CSV file is ASCII, so one of its two bytes is zero. */
function detectEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return 'utf-8'
}
