import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { ReconciliationItemRow, ReconciliationRow } from './reconciliation.ts'
import { countDifferences, findItem, updateItem } from './reconciliation-items.sql.ts'
import { endOfMonth } from './reconciliation-month.rule.ts'
import { lockReconciliation, setClosed } from './reconciliations.sql.ts'

type Context = Pick<Deps, 'database' | 'clock'>

export type ClosedReconciliation =
  | { kind: 'changed'; reconciliation: ReconciliationRow }
  | { kind: 'not_found' | 'not_done' | 'not_over' | 'unreadable' }
  | { kind: 'unexplained'; count: number }

interface Change {
  programId: number
  id: number
  actorId: string
}

/**
 * Closes a month if its last run covers the whole month and all its differences have a note. Entries that couldn't be
 * read may be differences, so they require a note on the month. Idempotent.
 */
export function closeReconciliation(
  context: Context,
  { programId, id, actorId, timeZone, note }: Change & { timeZone: string; note: string | undefined },
): Promise<ClosedReconciliation> {
  return withTransaction(context, async (transaction) => {
    const locked = await lockReconciliation(transaction, programId, id)
    if (locked === undefined) return { kind: 'not_found' }
    if (locked.closed_at !== null) return { kind: 'changed', reconciliation: locked }
    if (locked.status !== 'done') return { kind: 'not_done' }
    const { unexplained = 0 } = (await countDifferences(transaction, programId, [id])).get(id) ?? {}
    if (unexplained > 0) return { kind: 'unexplained', count: unexplained }
    if (locked.unreadable > 0 && note === undefined) return { kind: 'unreadable' }
    if (locked.before < endOfMonth(locked.month, timeZone)) return { kind: 'not_over' }
    const closure = { closed_at: context.clock.now(), closed_by: actorId, close_note: note ?? null }
    return { kind: 'changed', reconciliation: await setClosed(transaction, programId, id, closure) }
  })
}

/** Reopens a closed month, so it is compared again. Idempotent. */
export function reopenReconciliation(
  context: Context,
  { programId, id }: Pick<Change, 'programId' | 'id'>,
): Promise<ReconciliationRow | undefined> {
  return withTransaction(context, async (transaction) => {
    const locked = await lockReconciliation(transaction, programId, id)
    if (locked?.closed_at == null) return locked
    return setClosed(transaction, programId, id, { closed_at: null, closed_by: null, close_note: null })
  })
}

/** Sets or removes a difference's note. The month must be open. */
export function noteDifference(
  context: Context,
  { programId, id, actorId, itemId, note }: Change & { itemId: number; note: string | undefined },
): Promise<ReconciliationItemRow | 'not_found' | 'closed'> {
  return withTransaction(context, async (transaction) => {
    const month = await lockReconciliation(transaction, programId, id)
    if (month?.closed_at != null) return 'closed'
    const item = await findItem(transaction, programId, id, itemId)
    if (item === undefined) return 'not_found'
    const columns = { note: note ?? null, note_by: note === undefined ? null : actorId }
    return (await updateItem(transaction, item, columns)) ?? 'not_found'
  })
}
