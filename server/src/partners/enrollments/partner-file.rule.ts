import type { CsvColumns, CsvRow } from '../../core/text/csv-table.rule.ts'
import { hasNoWebAddress, isDisplayName } from '../../core/text/display-text.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { pastedLine } from '../../core/text/pasted-text.rule.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { linkCodeError } from './link-code.rule.ts'

export type PartnerFileColumn = 'name' | 'email' | 'code' | 'group'

/** Columns of a partner import. */
export const PARTNER_COLUMNS: CsvColumns<PartnerFileColumn> = {
  names: {
    name: ['name', 'partner'],
    email: ['email', 'e_mail'],
    code: ['code', 'link_code'],
    group: ['group'],
  },
  required: ['name', 'email'],
}

/** A row as entered, with its error if the row is invalid on its own. */
export interface PartnerFileRow {
  line: number
  name: string
  /** The canonical form, unless invalid. */
  email: string
  code: string | undefined
  group: string | undefined
  fault: { field: PartnerFileColumn; message: string } | undefined
}

/** Parses a partner file, including faults. Yields after each row, so that other requests can run. */
export function* readPartnerRows(
  rows: readonly CsvRow<PartnerFileColumn>[],
  { maxTextLength }: { maxTextLength: number },
): Generator<void, PartnerFileRow[]> {
  const fileRows: PartnerFileRow[] = []
  for (const { line, cell } of rows) {
    yield
    const text = (column: PartnerFileColumn) => pastedLine(cell(column))
    const email = text('email')
    const row = {
      line,
      name: text('name'),
      email: canonicalEmail(email) ?? email,
      code: text('code') || undefined,
      group: text('group') || undefined,
    }
    fileRows.push({ ...row, fault: findFieldError(row, maxTextLength) })
  }
  return fileRows
}

const ONE_LINE = (maxTextLength: number) => `Must be one line of at most ${maxTextLength} visible characters.`

function findFieldError(
  { name, email, code, group }: Omit<PartnerFileRow, 'fault'>,
  maxTextLength: number,
): PartnerFileRow['fault'] {
  if (name === '') return { field: 'name', message: 'Required.' }
  if (!isStorable(name, maxTextLength) || !isDisplayName(name))
    return { field: 'name', message: ONE_LINE(maxTextLength) }
  if (!hasNoWebAddress(name)) return { field: 'name', message: 'Must not contain “://”.' }
  if (email === '') return { field: 'email', message: 'Required.' }
  if (canonicalEmail(email) === undefined) return { field: 'email', message: 'Not a valid email address.' }
  const codeError = code === undefined ? undefined : linkCodeError(code)
  if (codeError !== undefined) return { field: 'code', message: `It ${codeError}.` }
  if (group !== undefined && (!isStorable(group, maxTextLength) || !isDisplayName(group))) {
    return { field: 'group', message: ONE_LINE(maxTextLength) }
  }
  return undefined
}
