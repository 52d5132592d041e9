import { createHash } from 'node:crypto'
import type { Queries } from '../../core/database/database.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { lockProgramEnrollments } from '../../partners/enrollments/partners.sql.ts'
import { lockProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { couponKey } from './coupon-code.rule.ts'
import type { CouponFileRow } from './coupon-file.rule.ts'
import { type PlannedCoupon, planCouponImport } from './coupon-import-plan.rule.ts'
import { countActiveCoupons, findCouponHolders, findPartnersByEmail, insertCoupons } from './coupons.sql.ts'
import { couponLimits } from './limits.ts'

export interface CouponImportPlan {
  rows: PlannedCoupon[]
  /** Identifies the preview's outcome. Changes if any row's outcome changes. */
  digest: string
}

/** Previews an import without writing or locking anything. */
export function previewCouponImport(
  deps: Deps,
  program: ProgramRow,
  rows: CouponFileRow[],
): Promise<CouponImportPlan> {
  return plan(deps.database.kysely, program, rows)
}

export type ImportedCoupons =
  | { kind: 'imported'; rows: PlannedCoupon[] }
  /** Outcomes differ from the preview; nothing was written. */
  | { kind: 'changed' }
  | { kind: 'nothing_to_add' }

/** Adds all of a preview's codes, or none. Importing the same file again adds nothing. */
export function importCoupons(
  deps: Deps,
  program: ProgramRow,
  input: { rows: CouponFileRow[]; digest: string },
): Promise<ImportedCoupons> {
  return withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, couponLimits.importStatementTimeoutMs)
    // Serializes everything that creates codes for the program.
    const locked = await lockProgram(transaction, program.id)
    if (locked === undefined) throw new Error(`program ${program.id} no longer exists`)
    const { rows, digest } = await plan(transaction, locked, input.rows)
    if (digest !== input.digest) return { kind: 'changed' }
    const added = rows.flatMap((row) =>
      row.outcome === 'added' && row.partnerId !== undefined ? [{ ...row, partnerId: row.partnerId }] : [],
    )
    if (added.length === 0) return { kind: 'nothing_to_add' }
    // Otherwise, a partner could close their account in the meantime.
    const partnerIds = [...new Set(added.map(({ partnerId }) => partnerId))]
    await lockProgramEnrollments(transaction, program.id, partnerIds)
    if ((await plan(transaction, locked, input.rows)).digest !== input.digest) return { kind: 'changed' }
    const at = deps.clock.now()
    const inserted = await insertCoupons(
      transaction,
      added.map((row) => ({
        program_id: program.id,
        partner_id: row.partnerId,
        code: row.code,
        code_key: couponKey(row.code),
        starts_at: row.startsAt ?? null,
        ends_at: row.endsAt ?? null,
        max_uses: row.maxUses ?? null,
        customer_discount: row.customerDiscount ?? null,
        created_at: at,
      })),
    )
    if (inserted !== added.length) throw new Error('a coupon code was created without its program’s lock')
    return { kind: 'imported', rows }
  })
}

async function plan(
  queries: Queries,
  program: ProgramRow,
  rows: readonly CouponFileRow[],
): Promise<CouponImportPlan> {
  const valid = rows.filter(({ fault }) => fault === undefined)
  const emails = [...new Set(valid.map(({ partnerEmail }) => partnerEmail))]
  const active = await countActiveCoupons(queries, program.id)
  const planned = planCouponImport(rows, {
    partners: await findPartnersByEmail(queries, program.id, { workspaceId: program.workspace_id, emails }),
    holders: await findCouponHolders(
      queries,
      program.id,
      valid.map(({ code }) => couponKey(code)),
    ),
    room: Math.max(0, couponLimits.couponsPerProgram - active),
  })
  const digest = createHash('sha256')
    .update(JSON.stringify([program.id, planned.map(({ reason: _, ...row }) => row)]))
    .digest('base64url')
  return { rows: planned, digest }
}
