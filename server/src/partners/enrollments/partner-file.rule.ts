import type { CsvColumns, CsvRow } from '../../core/text/csv-table.rule.ts'
import { isDisplayName, isWithoutAddress } from '../../core/text/display-text.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { pastedLine } from '../../core/text/pasted-text.rule.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { linkCodeFault } from './link-code.rule.ts'

export type PartnerFileColumn = 'name' | 'email' | 'code' | 'group'

/** The columns of a list of partners. */
export const PARTNER_COLUMNS: CsvColumns<PartnerFileColumn> = {
  names: {
    name: ['name', 'partner'],
    email: ['email', 'e_mail'],
    code: ['code', 'link_code'],
    group: ['group'],
  },
  required: ['name', 'email'],
}

/** A row of a list of partners, as it was written; what is wrong with it by itself is its fault. */
export interface PartnerFileRow {
  line: number
  name: string
  /** Canonical, unless it is the fault of the row: what a partner is known by. */
  email: string
  code: string | undefined
  group: string | undefined
  fault: { field: PartnerFileColumn; message: string } | undefined
}

/** Reads the rows of a list of partners, each with its fault. Yields after each row, so that other calls run in between. */
export function* readPartnerRows(
  rows: readonly CsvRow<PartnerFileColumn>[],
  { textChars }: { textChars: number },
): Generator<void, PartnerFileRow[]> {
  const read: PartnerFileRow[] = []
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
    read.push({ ...row, fault: faultOf(row, textChars) })
  }
  return read
}

const ONE_LINE = (textChars: number) =>
  `It takes one line of at most ${textChars} characters, each of them visible.`

function faultOf(
  { name, email, code, group }: Omit<PartnerFileRow, 'fault'>,
  textChars: number,
): PartnerFileRow['fault'] {
  if (name === '') return { field: 'name', message: 'It is empty.' }
  if (!isStorable(name, textChars) || !isDisplayName(name))
    return { field: 'name', message: ONE_LINE(textChars) }
  if (!isWithoutAddress(name)) return { field: 'name', message: 'It must not contain “://”.' }
  if (email === '') return { field: 'email', message: 'It is empty.' }
  if (canonicalEmail(email) === undefined) return { field: 'email', message: 'It is no e-mail address.' }
  const codeFault = code === undefined ? undefined : linkCodeFault(code)
  if (codeFault !== undefined) return { field: 'code', message: `It ${codeFault}.` }
  if (group !== undefined && (!isStorable(group, textChars) || !isDisplayName(group))) {
    return { field: 'group', message: ONE_LINE(textChars) }
  }
  return undefined
}
