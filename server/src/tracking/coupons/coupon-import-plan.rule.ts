import { couponKey } from './coupon-code.rule.ts'
import type { CouponFileColumn, CouponFileRow } from './coupon-file.rule.ts'

/** A row's outcome. Only `added` rows are written. */
export const COUPON_IMPORT_OUTCOMES = [
  'added',
  'already_exists',
  'duplicate_in_file',
  'invalid',
  'code_taken',
  'unknown_partner',
  'archived',
  'over_limit',
] as const
export type CouponImportOutcome = (typeof COUPON_IMPORT_OUTCOMES)[number]

export interface PlannedCoupon extends Omit<CouponFileRow, 'fault'> {
  outcome: CouponImportOutcome
  /** The column that prevents adding the row. */
  field: CouponFileColumn | undefined
  /** The reason the row is not added, as a sentence. */
  reason: string | undefined
  partnerId: number | undefined
}

/** Existing data: the program's partners by email, and its active codes' partners by key. */
export interface CouponImportData {
  partners: ReadonlyMap<string, { id: number; status: string }>
  holders: ReadonlyMap<string, number>
  /** How many more active codes the program can have. */
  room: number
}

/**
 * Determines each row's outcome, in file order. If a code occurs twice, only its first row can be added, even if that
 * row is invalid. Archived rows don't count, since an export may contain an archived code and its replacement.
 */
export function planCouponImport(
  rows: readonly CouponFileRow[],
  { partners, holders, room }: CouponImportData,
): PlannedCoupon[] {
  const lines = new Map<string, number>()
  let added = 0
  return rows.map(({ fault, ...row }) => {
    const partner = partners.get(row.partnerEmail)
    const partnerId = partner?.status === 'closed' ? undefined : partner?.id
    const not = (outcome: CouponImportOutcome, field: CouponFileColumn, reason: string): PlannedCoupon => ({
      ...row,
      outcome,
      field,
      reason,
      partnerId,
    })
    const key = couponKey(row.code)
    const first = row.isArchived ? undefined : lines.get(key)
    if (first === undefined && !row.isArchived) lines.set(key, row.line)
    if (fault !== undefined) return not('invalid', fault.field, fault.message)
    if (row.isArchived) return not('archived', 'status', 'Archived codes are not imported.')
    if (first !== undefined) return not('duplicate_in_file', 'code', `Line ${first} has the same code.`)
    if (partnerId === undefined)
      return not('unknown_partner', 'partnerEmail', 'The program has no partner with this email.')
    const holder = holders.get(key)
    if (holder === partnerId) return not('already_exists', 'code', 'The partner already has this code.')
    if (holder !== undefined)
      return not('code_taken', 'code', 'Another partner has the same code, ignoring case.')
    if (added >= room) return not('over_limit', 'code', 'The program has the maximum number of active codes.')
    added++
    return { ...row, outcome: 'added', field: undefined, reason: undefined, partnerId }
  })
}

/** Counts rows by outcome. */
export function countCouponOutcomes(rows: readonly PlannedCoupon[]): Record<CouponImportOutcome, number> {
  const counts: Record<CouponImportOutcome, number> = {
    added: 0,
    already_exists: 0,
    duplicate_in_file: 0,
    invalid: 0,
    code_taken: 0,
    unknown_partner: 0,
    archived: 0,
    over_limit: 0,
  }
  for (const { outcome } of rows) counts[outcome]++
  return counts
}
