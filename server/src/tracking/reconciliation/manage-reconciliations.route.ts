import Type from 'typebox'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import type { App } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ProcessorDeps } from '../processors/processor-deps.http.ts'
import { closeReconciliation, reopenReconciliation } from './change-reconciliation.flow.ts'
import { reconciliationLimits } from './limits.ts'
import type { ReconciliationRow } from './reconciliation.ts'
import { countDifferences } from './reconciliation-items.sql.ts'
import {
  monthClosedError,
  Reconciliation,
  reconciliationNotFoundError,
  showReconciliation,
} from './reconciliation-reply.http.ts'
import { findReconciliation, listReconciliations } from './reconciliations.sql.ts'
import { startReconciliation } from './start-reconciliation.flow.ts'

const StartBody = Type.Object({
  month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-10'] }),
})

const CloseBody = Type.Optional(
  Type.Object({
    note: Type.Optional(Type.String({ minLength: 1, maxLength: reconciliationLimits.maxNoteLength })),
  }),
)

/** Registers the routes for comparing months with the processor: list, start, retrieve, close, reopen. */
export function registerManageReconciliations(app: App, deps: ProcessorDeps): void {
  registerList(app, deps)
  registerStart(app, deps)
  registerRead(app, deps)
  registerClose(app, deps)
  registerReopen(app, deps)
}

function registerList(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/reconciliations',
    operationId: 'listReconciliations',
    summary: 'List reconciliations',
    description: `Returns the last ${reconciliationLimits.monthsBack} compared months, latest first.`,
    permission: 'billing:read',
    response: dataSchema(Type.Array(Reconciliation)),
    handle: async ({ program }) => {
      const { kysely } = deps.database
      const rows = await listReconciliations(kysely, program.id, reconciliationLimits.monthsBack)
      const ids = rows.map(({ id }) => id)
      const counts = await countDifferences(kysely, program.id, ids)
      return { data: rows.map((row) => showReconciliation(row, counts.get(row.id))) }
    },
  })
}

function registerStart(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/reconciliations',
    operationId: 'startReconciliation',
    summary: 'Compare a month with the processor',
    description:
      'Queues a run, which replaces the month’s previous result. Retrieve the reconciliation until its status is ' +
      '`done` or `failed`. If a run is in progress, nothing changes.',
    permission: 'commission:manage',
    body: { schema: StartBody },
    response: dataSchema(Reconciliation),
    errors: [409],
    handle: async ({ realCtx, program, body: { month } }) => {
      const started = await startReconciliation(realCtx, realCtx.processors, program, month)
      switch (started.kind) {
        case 'queued':
          return { data: await show(realCtx, started.reconciliation) }
        case 'closed':
          throw monthClosedError()
        case 'no_key':
          throw new ApiError('conflict', 'Set an API key for the processor first.')
        case 'not_supported':
          throw new ApiError('conflict', 'The connected processor’s payments can’t be listed.')
        case 'not_connected':
          throw new ApiError('conflict', 'Connect a payment processor first.')
        case 'invalid_month':
          throw invalidFieldError(
            'month',
            `month must have begun and be at most ${reconciliationLimits.monthsBack} months ago.`,
          )
      }
    },
  })
}

function registerRead(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/reconciliations/:reconciliationId',
    operationId: 'readReconciliation',
    summary: 'Retrieve a reconciliation',
    permission: 'billing:read',
    ids: { reconciliationId: reconciliationNotFoundError },
    response: dataSchema(Reconciliation),
    handle: async ({ program, ids: { reconciliationId } }) => {
      const row = await findReconciliation(deps.database.kysely, program.id, reconciliationId)
      if (row === undefined) throw reconciliationNotFoundError()
      return { data: await show(deps, row) }
    },
  })
}

function registerClose(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/reconciliations/:reconciliationId/close',
    operationId: 'closeReconciliation',
    summary: 'Close a reconciled month',
    description:
      'The last run must have compared the whole month, and every open difference must have a note. If the run could ' +
      'not read some entries, a note is required. A closed month isn’t compared again. Idempotent.',
    permission: 'commission:manage',
    ids: { reconciliationId: reconciliationNotFoundError },
    body: { schema: CloseBody },
    response: dataSchema(Reconciliation),
    errors: [409],
    handle: async ({ realCtx, program, actorId, ids: { reconciliationId: id }, body }) => {
      const closedReconciliation = await closeReconciliation(realCtx, {
        programId: program.id,
        id,
        actorId,
        timeZone: program.time_zone,
        note: body?.note,
      })
      switch (closedReconciliation.kind) {
        case 'changed':
          return { data: await show(realCtx, closedReconciliation.reconciliation) }
        case 'not_found':
          throw reconciliationNotFoundError()
        case 'not_done':
          throw new ApiError(
            'conflict',
            'The month has not been compared completely. Wait for the run to finish, or start one.',
          )
        case 'not_over':
          throw new ApiError(
            'conflict',
            'The last run ended before the month did. Compare the month again after it has ended.',
          )
        case 'unreadable':
          throw new ApiError('conflict', 'Some entries could not be read. Explain them in a note.')
        case 'unexplained':
          throw new ApiError(
            'conflict',
            `Open differences without a note: ${closedReconciliation.count}. Record them or add notes.`,
          )
      }
    },
  })
}

function registerReopen(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/reconciliations/:reconciliationId/reopen',
    operationId: 'reopenReconciliation',
    summary: 'Reopen a closed month',
    description: 'The month can be compared again. Idempotent.',
    permission: 'commission:manage',
    ids: { reconciliationId: reconciliationNotFoundError },
    response: dataSchema(Reconciliation),
    handle: async ({ realCtx, program, ids: { reconciliationId: id } }) => {
      const row = await reopenReconciliation(realCtx, { programId: program.id, id })
      if (row === undefined) throw reconciliationNotFoundError()
      return { data: await show(realCtx, row) }
    },
  })
}

async function show({ database }: ProcessorDeps, row: ReconciliationRow) {
  const counts = await countDifferences(database.kysely, row.program_id, [row.id])
  return showReconciliation(row, counts.get(row.id))
}
