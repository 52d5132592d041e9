import { unguarded } from '../platform/csv.rule.ts'
import {
  type CsvFault,
  type CsvRecord,
  nextRecord,
  readCsvFile,
  separatorOf,
} from '../platform/csv-file.rule.ts'
import { isMailAddress } from '../platform/mail-address.rule.ts'
import { isStorable } from '../platform/stored-text.rule.ts'
import { LINK_CODE } from './link-code.rule.ts'

/** The columns of a list of partners, by each name that they may have. */
const COLUMNS = {
  name: ['name', 'partner'],
  email: ['email', 'e-mail'],
  code: ['code', 'link code', 'link_code'],
  group: ['group'],
} as const
export type PartnerFileColumn = keyof typeof COLUMNS

/** A row of a list of partners, as it was written; what is wrong with it by itself is its fault. */
export interface PartnerFileRow {
  line: number
  name: string
  /** Trimmed, in lower case: what a partner is known by. */
  email: string
  code: string | undefined
  group: string | undefined
  fault: { field: PartnerFileColumn; message: string } | undefined
}

export interface PartnerFile {
  kind: 'rows'
  rows: PartnerFileRow[]
  /** Names of columns that nothing is read from. */
  ignoredColumns: string[]
}

/** Why a file cannot be read at all. */
export interface PartnerFileFault {
  kind: 'fault'
  line: number
  message: string
}

export interface PartnerFileLimits {
  rows: number
  columns: number
  textChars: number
}

/**
 * Reads a list of partners: a CSV file whose first line names its columns, in any order, between commas, semicolons or tabs.
 * A row that is wrong is read with its fault; a file that is broken is read no further. Row by row: whoever reads may rest in
 * between, and rows beyond the limit are not looked at.
 */
export function* readPartnerFile(
  text: string,
  limits: PartnerFileLimits,
): Generator<void, PartnerFile | PartnerFileFault> {
  if (text.includes('\uFFFD')) {
    const message = 'it is not UTF-8: save it again as “CSV UTF-8”, or some letters would be lost'
    return fault(text.slice(0, text.indexOf('\uFFFD')).split('\n').length, message)
  }
  const records = readCsvFile(text, limits.columns, separatorOf(text))
  const header = yield* nextRecord(records)
  if (header.done) {
    return header.value === undefined ? fault(1, 'the file is empty') : broken(header.value, limits)
  }
  const heads = readHeads(header.value)
  if ('kind' in heads) return heads

  const rows: PartnerFileRow[] = []
  for (;;) {
    yield
    const record = yield* nextRecord(records)
    if (record.done) {
      if (record.value !== undefined) return broken(record.value, limits)
      if (rows.length === 0) return fault(heads.line, 'there is no row below the names of the columns')
      return { kind: 'rows', rows, ignoredColumns: heads.ignored }
    }
    if (record.value.cells.every((cell) => cell.trim() === '')) continue
    if (rows.length === limits.rows) {
      return fault(record.value.line, `it has more than ${limits.rows} rows: send it in parts`)
    }
    rows.push(readRow(record.value, heads.places, limits))
  }
}

interface Heads {
  line: number
  places: Partial<Record<PartnerFileColumn, number>>
  ignored: string[]
}

function readHeads({ line, cells }: CsvRecord): Heads | PartnerFileFault {
  const names = cells.map((cell) => unguarded(cell).trim())
  const places: Heads['places'] = {}
  const ignored: string[] = []
  for (const [place, name] of names.entries()) {
    const column = columnOf(name)
    if (column === undefined) {
      if (name !== '') ignored.push(name)
    } else if (places[column] === undefined) places[column] = place
    else return fault(line, `it has two columns “${column}”`)
  }
  for (const column of ['name', 'email'] as const) {
    if (places[column] === undefined) {
      return fault(line, `its first line has to name the columns, and there is none “${column}”`)
    }
  }
  return { line, places, ignored }
}

function columnOf(name: string): PartnerFileColumn | undefined {
  const columns = Object.keys(COLUMNS) as PartnerFileColumn[] // safe because the record has these keys and no other
  return columns.find((column) => COLUMNS[column].some((one) => one === name.toLowerCase()))
}

function readRow(
  { line, cells }: CsvRecord,
  places: Heads['places'],
  { textChars }: PartnerFileLimits,
): PartnerFileRow {
  const cell = (column: PartnerFileColumn) => unguarded(cells[places[column] ?? -1] ?? '').trim()
  const row = {
    line,
    name: cell('name'),
    email: cell('email').toLowerCase(),
    code: cell('code') || undefined,
    group: cell('group') || undefined,
  }
  return { ...row, fault: faultOf(row, textChars) }
}

function faultOf(
  { name, email, code, group }: Omit<PartnerFileRow, 'fault'>,
  textChars: number,
): PartnerFileRow['fault'] {
  if (name === '') return { field: 'name', message: 'It is empty.' }
  if (!isStorable(name, textChars)) {
    return { field: 'name', message: `It takes at most ${textChars} characters, and no NUL.` }
  }
  if (email === '') return { field: 'email', message: 'It is empty.' }
  if (!isMailAddress(email)) return { field: 'email', message: 'It is no e-mail address.' }
  if (code !== undefined && !LINK_CODE.test(code)) {
    return {
      field: 'code',
      message:
        'It takes at most 64 of the letters A to Z, digits and . _ ~ - and begins with one of the first two.',
    }
  }
  if (group !== undefined && !isStorable(group, textChars)) {
    return { field: 'group', message: `It takes at most ${textChars} characters, and no NUL.` }
  }
  return undefined
}

function broken({ line, fault: what }: CsvFault, { columns }: PartnerFileLimits): PartnerFileFault {
  if (what === 'columns') return fault(line, `it has more than ${columns} columns`)
  return fault(line, 'its quotes or the ends of its lines are broken')
}

function fault(line: number, message: string): PartnerFileFault {
  return { kind: 'fault', line, message }
}
