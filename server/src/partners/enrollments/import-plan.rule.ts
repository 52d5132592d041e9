import type { PartnerStatus } from '../../core/enums.ts'
import { foldLinkCode } from './link-code.rule.ts'
import type { PartnerFileColumn, PartnerFileRow } from './partner-file.rule.ts'

/** What becomes of a row of a list of partners; only `added` writes anything. */
export const IMPORT_FATES = [
  'added',
  'already_partner',
  'duplicate_in_file',
  'invalid',
  'code_taken',
  'unknown_group',
] as const
export type ImportFate = (typeof IMPORT_FATES)[number]

export interface PlannedRow extends Omit<PartnerFileRow, 'fault'> {
  fate: ImportFate
  /** The column that is why it is not added. */
  field: PartnerFileColumn | undefined
  /** Why it is not added, in a sentence. */
  reason: string | undefined
  groupId: number | undefined
}

/** What exists: partners of the program by e-mail; codes of the installation and group names, in lower case. */
export interface ImportFacts {
  partners: ReadonlyMap<string, PartnerStatus>
  codes: ReadonlySet<string>
  groups: ReadonlyMap<string, number>
}

/** Says what becomes of each row, in the order of the file: of two rows with one e-mail or one code the first is added. */
export function planImport(rows: readonly PartnerFileRow[], facts: ImportFacts): PlannedRow[] {
  const emails = new Map<string, number>()
  const codes = new Map<string, number>()
  return rows.map(({ fault, ...row }) => {
    const groupId = row.group === undefined ? undefined : facts.groups.get(row.group.toLowerCase())
    const not = (fate: ImportFate, field: PartnerFileColumn, reason: string): PlannedRow => ({
      ...row,
      fate,
      field,
      reason,
      groupId,
    })
    if (fault !== undefined) return not('invalid', fault.field, fault.message)
    const first = emails.get(row.email)
    if (first !== undefined) return not('duplicate_in_file', 'email', `Line ${first} has this e-mail.`)
    emails.set(row.email, row.line)
    const status = facts.partners.get(row.email)
    if (status !== undefined)
      return not('already_partner', 'email', `The program has this partner (${status}).`)
    if (row.group !== undefined && groupId === undefined) {
      return not('unknown_group', 'group', 'The program has no group of this name.')
    }
    if (row.code !== undefined) {
      const code = foldLinkCode(row.code)
      const holder = codes.get(code)
      if (holder !== undefined) {
        return not('code_taken', 'code', `Line ${holder} has this code, or one that differs only by case.`)
      }
      if (facts.codes.has(code)) {
        return not('code_taken', 'code', 'Another link has this code, or one that differs only by case.')
      }
      codes.set(code, row.line)
    }
    return { ...row, fate: 'added', field: undefined, reason: undefined, groupId }
  })
}

/** How many rows have each fate. */
export function countFates(rows: readonly PlannedRow[]): Record<ImportFate, number> {
  const sums: Record<ImportFate, number> = {
    added: 0,
    already_partner: 0,
    duplicate_in_file: 0,
    invalid: 0,
    code_taken: 0,
    unknown_group: 0,
  }
  for (const { fate } of rows) sums[fate]++
  return sums
}
