import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { DuplicateDecision } from '../../core/enums.ts'
import { findCommission } from '../../earnings/commissions/commission.sql.ts'
import { insertCommissionChanges } from '../../earnings/commissions/commission-changes.sql.ts'
import { releaseCommission } from '../../earnings/commissions/hold-commission.flow.ts'
import { getActorKind } from '../../workspace/accounts/management-key.rule.ts'
import { applyRefund } from './apply-refund.flow.ts'
import { listReportedSales, type ReportedSale } from './decide-duplicate.sql.ts'
import { lockSale, lockShares } from './refund.sql.ts'

export type DecidedDuplicate =
  | { kind: 'decided'; isChanged: boolean }
  | { kind: 'not_found' | 'decided_otherwise' }

/** A commission held as a possible duplicate, with both sales and the decision. */
export interface Duplicate {
  decision: DuplicateDecision | null
  reports: ReportedSale[]
}

/**
 * Finds a possible duplicate.
 * @returns undefined if the commission doesn't exist or was never held as a possible duplicate
 */
export async function findDuplicate(
  queries: Queries,
  programId: number,
  commissionId: number,
): Promise<Duplicate | undefined> {
  const commission = await findCommission(queries, programId, commissionId)
  if (commission?.duplicate_of_sale_id == null || commission.sale_id === null) return undefined
  const { sale_id, duplicate_of_sale_id, hold_reason } = commission
  const reports = await listReportedSales(queries, programId, [duplicate_of_sale_id, sale_id])
  const isVoid = reports.some(({ id, is_void }) => id === sale_id && is_void)
  const released = hold_reason === 'possible_duplicate' ? null : 'both_real'
  return { decision: isVoid ? 'duplicate' : released, reports }
}

/**
 * Resolves a possible duplicate. If both payments are real, the commission can be approved when its hold period
 * ends. A duplicate is reversed with its sale. Idempotent: the first decision wins.
 */
export function decideDuplicate(
  deps: Deps,
  programId: number,
  {
    commissionId,
    decision,
    actorId,
    reason,
  }: { commissionId: number; decision: DuplicateDecision; actorId: string; reason: string },
): Promise<DecidedDuplicate> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    const context = { deps, transaction, programId, at }
    const saleId = (await findCommission(transaction, programId, commissionId))?.sale_id ?? null
    if (saleId === null) return { kind: 'not_found' }
    await lockSale(transaction, programId, saleId)
    const { commission } = await lockShares(transaction, programId, saleId)
    const duplicate = await findDuplicate(transaction, programId, commissionId)
    if (commission === undefined || duplicate === undefined) return { kind: 'not_found' }
    if (duplicate.decision !== null) {
      const isSame = duplicate.decision === decision
      return isSame ? { kind: 'decided', isChanged: false } : { kind: 'decided_otherwise' }
    }
    await releaseCommission(context, { saleId, reason: 'possible_duplicate' })
    if (decision === 'duplicate') {
      const refundId = `the same payment as sale ${commission.duplicate_of_sale_id}`
      const report = { kind: 'refund', amountIs: 'void', refundId, reason, source: 'dashboard' } as const
      await applyRefund(context, { saleId, report: { ...report, actorUserId: actorId } })
      return { kind: 'decided', isChanged: true }
    }
    const left_cents = commission.amount_cents - commission.reversed_cents
    await insertCommissionChanges(transaction, [
      {
        program_id: programId,
        commission_id: commissionId,
        from_status: commission.status,
        to_status: commission.status,
        from_amount_cents: left_cents,
        to_amount_cents: left_cents,
        actor: getActorKind(actorId),
        actor_user_id: actorId,
        reason: `both payments are real: ${reason}`,
        changed_at: at,
      },
    ])
    return { kind: 'decided', isChanged: true }
  })
}
