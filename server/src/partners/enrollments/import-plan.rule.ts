import type { PartnerStatus } from '../../core/enums.ts'
import { foldLinkCode } from './link-code.rule.ts'
import type { PartnerFileColumn, PartnerFileRow } from './partner-file.rule.ts'

/** A row's outcome. Only `added` rows are written. */
export const IMPORT_OUTCOMES = [
  'added',
  'already_partner',
  'duplicate_in_file',
  'invalid',
  'code_taken',
  'unknown_group',
] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

export interface PlannedRow extends Omit<PartnerFileRow, 'fault'> {
  outcome: ImportOutcome
  /** The column that prevents adding the row. */
  field: PartnerFileColumn | undefined
  /** The reason the row is not added, as a sentence. */
  reason: string | undefined
  groupId: number | undefined
}

/** Existing data: the program's partners by email, the installation's codes, and group names in lower case. */
export interface PartnerImportData {
  partners: ReadonlyMap<string, PartnerStatus>
  codes: ReadonlySet<string>
  groups: ReadonlyMap<string, number>
}

/** Determines each row's outcome, in file order. If an email or code occurs twice, the first row wins. */
export function planImport(rows: readonly PartnerFileRow[], data: PartnerImportData): PlannedRow[] {
  const emails = new Map<string, number>()
  const codes = new Map<string, number>()
  return rows.map(({ fault, ...row }) => {
    const groupId = row.group === undefined ? undefined : data.groups.get(row.group.toLowerCase())
    const skipRow = (outcome: ImportOutcome, field: PartnerFileColumn, reason: string): PlannedRow => ({
      ...row,
      outcome,
      field,
      reason,
      groupId,
    })
    if (fault !== undefined) return skipRow('invalid', fault.field, fault.message)
    const first = emails.get(row.email)
    if (first !== undefined) return skipRow('duplicate_in_file', 'email', `Line ${first} has the same email.`)
    emails.set(row.email, row.line)
    const status = data.partners.get(row.email)
    if (status !== undefined)
      return skipRow('already_partner', 'email', `Already a partner of this program (${status}).`)
    if (row.group !== undefined && groupId === undefined) {
      return skipRow('unknown_group', 'group', 'The program has no group with this name.')
    }
    if (row.code !== undefined) {
      const code = foldLinkCode(row.code)
      const holder = codes.get(code)
      if (holder !== undefined) {
        return skipRow('code_taken', 'code', `Line ${holder} has the same code, ignoring case.`)
      }
      if (data.codes.has(code)) {
        return skipRow('code_taken', 'code', 'Another link has the same code, ignoring case.')
      }
      codes.set(code, row.line)
    }
    return { ...row, outcome: 'added', field: undefined, reason: undefined, groupId }
  })
}

/** Counts rows by outcome. */
export function countOutcomes(rows: readonly PlannedRow[]): Record<ImportOutcome, number> {
  const sums: Record<ImportOutcome, number> = {
    added: 0,
    already_partner: 0,
    duplicate_in_file: 0,
    invalid: 0,
    code_taken: 0,
    unknown_group: 0,
  }
  for (const { outcome } of rows) sums[outcome]++
  return sums
}
