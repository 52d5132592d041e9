import { setTimeout } from 'node:timers/promises'
import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import type { ServiceCommand } from '../../core/processes/control-socket.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import type { Processors } from '../processors/processor.ts'
import { createProcessors } from '../processors/processors.adapter.ts'
import { reconciliationLimits as limits } from './limits.ts'
import type { ReconciliationRow } from './reconciliation.ts'
import { listDifferences, listUnattributed } from './reconciliation-items.sql.ts'
import { addMonths, monthAt } from './reconciliation-month.rule.ts'
import { findReconciliation, findReconciliationByMonth } from './reconciliations.sql.ts'
import { continueRun } from './run-reconciliation.flow.ts'
import { type StartedReconciliation, startReconciliation } from './start-reconciliation.flow.ts'

const ReconcileInput = Type.Object({
  programId: Type.Integer(),
  /** The previous month if omitted. */
  month: Type.Optional(Type.String()),
})

export interface ReconciledMonth {
  programId: number
  month: string
  processor: string
  isClosed: boolean
  /** The reason the comparison failed; null if it is complete. */
  failure: string | null
  matched: number
  unattributed: number
  unattributedReasons: Record<string, number>
  /** Entries without a partner, each with the reason stored with its payment. */
  unattributedEntries: {
    kind: string
    reason: string
    reference: string
    amountCents: number
    currency: string | null
    occurredAt: string
  }[]
  /** Whether there are more entries than listed. */
  isUnattributedCut: boolean
  differences: {
    kind: string
    state: string
    reference: string
    amountCents: number
    currency: string | null
    recordedCents: number | null
    recordedCurrency: string | null
    occurredAt: string
    note: string | null
  }[]
  /** Whether there are more differences than listed. */
  isCut: boolean
}

/** Compares a month with the processor, as the service does every night. A closed month is only shown. */
export const RECONCILE_MONTH: ServiceCommand<typeof ReconcileInput, ReconciledMonth> = {
  name: 'reconcile',
  input: ReconcileInput,
  run: (deps, input) => reconcileMonth(deps, createProcessors(deps.config), input),
}

/** @throws {StartError} if the month can't be compared, or takes too long; the service then continues it */
export async function reconcileMonth(
  deps: Deps,
  processors: Processors,
  { programId, month: given }: Static<typeof ReconcileInput>,
): Promise<ReconciledMonth> {
  const { kysely } = deps.database
  const program = await findProgram(kysely, programId)
  if (program === undefined) throw new StartError(`There is no program ${programId}.`)
  const month = given ?? addMonths(monthAt(deps.clock.now(), program.time_zone), -1)
  const started = await startReconciliation(deps, processors, program, month)
  if (started.kind === 'queued') {
    return describe(deps, await finish(deps, processors, started.reconciliation))
  }
  const closed =
    started.kind === 'closed' ? await findReconciliationByMonth(kysely, programId, month) : undefined
  if (closed === undefined) throw new StartError(REJECTIONS[started.kind])
  return describe(deps, closed)
}

const REJECTIONS: Record<Exclude<StartedReconciliation['kind'], 'queued'>, string> = {
  closed: 'The month is closed.',
  no_key: 'The processor’s API key is missing. Enter it on the reconciliation page of the dashboard.',
  not_supported: 'The connected processor’s payments can’t be listed.',
  not_connected: 'The program has no connected payment processor.',
  invalid_month: `The month must have begun and be at most ${limits.monthsBack} months ago.`,
}

/** Continues a run until it ends. The service may continue it as well. */
async function finish(
  deps: Deps,
  processors: Processors,
  { program_id: programId, id }: ReconciliationRow,
): Promise<ReconciliationRow> {
  const until = performance.now() + limits.commandMs
  for (;;) {
    const outcome = await continueRun(deps, processors, { programId, id })
    const row = await findReconciliation(deps.database.kysely, programId, id)
    if (row === undefined) throw new Error(`the reconciliation ${id} no longer exists`)
    if (row.status === 'done' || row.status === 'failed') return row
    if (performance.now() > until) {
      throw new StartError(
        'The comparison is not finished. The service continues it; run the command again later.',
      )
    }
    if (outcome === 'paused') await setTimeout(limits.commandPauseMs)
  }
}

async function describe({ database }: Deps, row: ReconciliationRow): Promise<ReconciledMonth> {
  const { program_id: programId, id } = row
  const page = { rows: limits.commandRows, after: undefined }
  const items = await listDifferences(database.kysely, programId, id, page)
  const unattributed = await listUnattributed(database.kysely, programId, id, page)
  return {
    programId,
    month: row.month,
    processor: row.processor,
    isClosed: row.closed_at !== null,
    failure: row.failure,
    matched: row.matched,
    unattributed: row.unattributed,
    // safe because only runs write the column, and they count each reason
    unattributedReasons: row.unattributed_reasons as Record<string, number>,
    unattributedEntries: unattributed.slice(0, limits.commandRows).map((item) => ({
      kind: item.kind,
      reason: item.reason ?? 'no_customer',
      reference: item.reference,
      amountCents: item.amount_cents,
      currency: item.currency,
      occurredAt: item.occurred_at.toISOString(),
    })),
    isUnattributedCut: row.unattributed > limits.commandRows,
    differences: items.slice(0, limits.commandRows).map((item) => ({
      kind: item.kind,
      state: item.state,
      reference: item.reference,
      amountCents: item.amount_cents,
      currency: item.currency,
      recordedCents: item.recorded_cents,
      recordedCurrency: item.recorded_currency,
      occurredAt: item.occurred_at.toISOString(),
      note: item.note,
    })),
    isCut: items.length > limits.commandRows,
  }
}
