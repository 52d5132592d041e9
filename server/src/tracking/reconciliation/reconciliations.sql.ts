import { sql, type Updateable } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { isFree } from '../../core/jobs/leases.sql.ts'
import { reconciliationLimits } from './limits.ts'
import type { ReconciliationRow } from './reconciliation.ts'

const FINISHED = ['done', 'failed'] as const
const STATUSES = ['queued', 'running', ...FINISHED] as const

interface NewRun {
  programId: number
  month: string
  processor: string
  /** End of the compared period. */
  before: Date
  now: Date
  /** Whether an unfinished run starts over. The process that executes it then stops. */
  restarts: boolean
}

/**
 * Queues a run from the start of the month. A closed month doesn't change.
 * @returns undefined if nothing was queued
 */
export async function queueRun(
  queries: Queries,
  { programId, month, processor, before, now, restarts }: NewRun,
): Promise<ReconciliationRow | undefined> {
  const start = {
    processor,
    before,
    status: 'queued',
    failure: null,
    cursor: null,
    pages: 0,
    attempts: 0,
    unreadable: 0,
    holder: null,
    held_until: null,
    requested_at: now,
    resume_at: now,
  } as const
  return queries
    .insertInto('reconciliations')
    .values({ program_id: programId, month, ...start })
    .onConflict((conflict) =>
      conflict
        .columns(['program_id', 'month'])
        .doUpdateSet((set) => ({
          ...start,
          generation: sql<number>`${set.ref('reconciliations.generation')} + 1`,
        }))
        .where('reconciliations.closed_at', 'is', null)
        .where('reconciliations.status', 'in', restarts ? STATUSES : FINISHED),
    )
    .returningAll()
    .executeTakeFirst()
}

export function findReconciliation(queries: Queries, programId: number, id: number) {
  return queries
    .selectFrom('reconciliations')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findReconciliationByMonth(queries: Queries, programId: number, month: string) {
  return queries
    .selectFrom('reconciliations')
    .selectAll()
    .where('program_id', '=', programId)
    .where('month', '=', month)
    .executeTakeFirst()
}

/** Locks a month against other changes to its state. */
export function lockReconciliation(queries: Queries, programId: number, id: number) {
  return queries
    .selectFrom('reconciliations')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns a program's months, latest first. */
export async function listReconciliations(queries: Queries, programId: number, rows: number) {
  return queries
    .selectFrom('reconciliations')
    .selectAll()
    .where('program_id', '=', programId)
    .orderBy('month', 'desc')
    .limit(rows)
    .execute()
}

/** Returns programs with a run that is due. */
export async function listProgramsWithDueRuns(queries: Queries, now: Date): Promise<number[]> {
  const rows = await queries
    .selectFrom('reconciliations')
    .select('program_id')
    .distinct()
    .where('status', 'in', ['queued', 'running'])
    .where('resume_at', '<=', now)
    .limit(reconciliationLimits.queuedPrograms)
    .execute()
  return rows.map(({ program_id }) => program_id)
}

export async function listDueRuns(queries: Queries, programId: number, now: Date): Promise<number[]> {
  const rows = await queries
    .selectFrom('reconciliations')
    .select('id')
    .where('program_id', '=', programId)
    .where('status', 'in', ['queued', 'running'])
    .where('resume_at', '<=', now)
    .orderBy('resume_at')
    .orderBy('id')
    .limit(reconciliationLimits.runsPerTurn)
    .execute()
  return rows.map(({ id }) => id)
}

/** Identifies a run while this process executes it. */
export interface HeldRun {
  programId: number
  id: number
  holder: string
}

/** Makes this process the one that executes a run. Returns undefined if another process is executing it. */
export async function claimRun(
  queries: Queries,
  { programId, id, holder }: HeldRun,
  now: Date,
): Promise<ReconciliationRow | undefined> {
  const leaseMs = reconciliationLimits.reconcileLeaseMs
  return queries
    .updateTable('reconciliations')
    .set({ status: 'running', holder, held_until: new Date(now.getTime() + leaseMs) })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .where('resume_at', '<=', now)
    .where(isFree('held_until', { now, leaseMs }))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Updates a run that this process executes.
 * @returns false if another process or a new run has taken over; then nothing was written
 */
export async function updateHeldRun(
  queries: Queries,
  { programId, id, holder }: HeldRun,
  columns: Updateable<Schema['reconciliations']>,
): Promise<boolean> {
  const row = await queries
    .updateTable('reconciliations')
    .set(columns)
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes or reopens a month. The caller holds its lock. */
export function setClosed(
  queries: Queries,
  programId: number,
  id: number,
  closure: Pick<ReconciliationRow, 'closed_at' | 'closed_by' | 'close_note'>,
): Promise<ReconciliationRow> {
  return queries
    .updateTable('reconciliations')
    .set(closure)
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
