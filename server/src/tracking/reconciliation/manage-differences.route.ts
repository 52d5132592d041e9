import Type from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import type { App } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ProcessorDeps } from '../processors/processor-deps.http.ts'
import { noteDifference } from './change-reconciliation.flow.ts'
import { reconciliationLimits } from './limits.ts'
import type { ReconciliationFailure } from './reconciliation.ts'
import { findDifference, listDifferences, listUnattributed } from './reconciliation-items.sql.ts'
import {
  differenceNotFoundError,
  monthClosedError,
  ReconciliationDifference,
  reconciliationNotFoundError,
  showDifference,
  showUnattributed,
  UnattributedEntry,
} from './reconciliation-reply.http.ts'
import { findReconciliation } from './reconciliations.sql.ts'
import { recordMissing } from './record-missing.flow.ts'

const RecordedDifference = namedObject('RecordedDifference', {
  state: choice(['matched', 'unattributed', 'different_amount'], 'RecordedDifferenceState'),
})

const NoteBody = Type.Object({
  note: nullable(Type.String({ minLength: 1, maxLength: reconciliationLimits.maxNoteLength })),
})

const ids = { reconciliationId: reconciliationNotFoundError, differenceId: differenceNotFoundError }

/** Registers the routes for a month's entries: list differences and unattributed entries, record, note. */
export function registerManageDifferences(app: App, deps: ProcessorDeps): void {
  registerList(app, deps)
  registerListUnattributedEntries(app, deps)
  registerRecord(app, deps)
  registerNote(app, deps)
}

function registerList(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/reconciliations/:reconciliationId/differences',
    operationId: 'listReconciliationDifferences',
    summary: 'List open differences',
    description: 'Returns payments, refunds and disputes that aren’t recorded or have a different amount.',
    permission: 'billing:read',
    ids: { reconciliationId: reconciliationNotFoundError },
    query: { parameters: pageParameters, read: (query) => ({ page: readPage(query) }) },
    response: listSchema(ReconciliationDifference),
    handle: async ({ program, ids: { reconciliationId }, query: { page } }) => {
      const { kysely } = deps.database
      if ((await findReconciliation(kysely, program.id, reconciliationId)) === undefined)
        throw reconciliationNotFoundError()
      const rows = await listDifferences(kysely, program.id, reconciliationId, page)
      return toPage(rows, page, ['occurred_at', 'id'], showDifference)
    },
  })
}

function registerListUnattributedEntries(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/reconciliations/:reconciliationId/unattributed',
    operationId: 'listUnattributedEntries',
    summary: 'List entries without a partner',
    description: `Returns payments that the last run found recorded without a partner, and refunds and disputes of unknown payments, each with its reason, newest first. The newest ${reconciliationLimits.unattributedKept.toLocaleString('en')} of a month are kept; the reconciliation’s counts include all of them.`,
    permission: 'billing:read',
    ids: { reconciliationId: reconciliationNotFoundError },
    query: { parameters: pageParameters, read: (query) => ({ page: readPage(query) }) },
    response: listSchema(UnattributedEntry),
    handle: async ({ program, ids: { reconciliationId }, query: { page } }) => {
      const { kysely } = deps.database
      if ((await findReconciliation(kysely, program.id, reconciliationId)) === undefined)
        throw reconciliationNotFoundError()
      const rows = await listUnattributed(kysely, program.id, reconciliationId, page)
      return toPage(rows, page, ['occurred_at', 'id'], showUnattributed)
    },
  })
}

function registerRecord(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/reconciliations/:reconciliationId/differences/:differenceId/record',
    operationId: 'recordReconciliationDifference',
    summary: 'Record a difference',
    description:
      'Reads the entry again from the processor. If it is missing, records it as its webhook event would. If it is a ' +
      'payment with a different amount, replaces the recorded amount, and updates the commission and fee of the sale ' +
      'that was created from it; see `remedy`. The entry counts once, even if the event arrives later or at the ' +
      'same time. Queues another comparison of the month.',
    permission: 'commission:manage',
    isOutside: true,
    ids,
    response: dataSchema(RecordedDifference),
    errors: [409],
    handle: async ({ realCtx, program, actorId, ids: { reconciliationId, differenceId } }) => {
      const recorded = await recordMissing(realCtx, realCtx.processors, {
        programId: program.id,
        reconciliationId,
        itemId: differenceId,
        actorId,
      })
      switch (recorded.kind) {
        case 'recorded':
          return { data: { state: recorded.state } }
        case 'not_found':
          throw differenceNotFoundError()
        case 'closed':
          throw monthClosedError()
        case 'not_replaceable':
          throw new ApiError('conflict', NOT_REPLACEABLE[recorded.reason], { reason: recorded.reason })
        case 'not_recorded':
          throw new ApiError(
            'conflict',
            'The entry was not recorded: the processor no longer reports it, or it belongs to a program that had the ' +
              'account before.',
          )
        case 'failed':
          throw new ApiError('conflict', FAILURES[recorded.failure])
      }
    },
  })
}

const NOT_REPLACEABLE = {
  reported_sale:
    'Your server reported this sale with its own amount, which isn’t replaced. If the processor’s amount is right, ' +
    'record a refund of the difference on the sale. Otherwise, add a note.',
  recorded_refund:
    'Refunds and disputes keep their recorded amount. If your team entered it, undo it on the sale and record it again. Otherwise, add a note.',
  settled:
    'The commission is already paid or in a payout, the fee is invoiced, or the currency differs. If the processor’s amount is lower, record a refund of the difference on the sale. Then add a note.',
} as const

const NO_RESPONSE = 'The processor did not respond. Try again later.'

const FAILURES: Record<ReconciliationFailure, string> = {
  not_connected: 'The account or its API key was removed. Connect the account again.',
  key_rejected: 'The processor rejected the API key. Enter another one.',
  wrong_mode: 'The API key belongs to the other mode (live or test). Enter another one.',
  wrong_site: 'The processor’s API was not found at this site. Check the site and enter it again.',
  rate_limited: 'The processor limits requests. Try again in a few minutes.',
  unavailable: NO_RESPONSE,
  unreadable: 'The processor’s response was not understood.',
  too_many: NO_RESPONSE,
}

function registerNote(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: '/api/programs/:programId/reconciliations/:reconciliationId/differences/:differenceId',
    operationId: 'noteReconciliationDifference',
    summary: 'Set a difference’s note',
    description:
      'The note explains why the difference is accepted. Null removes it. If the difference changes, its note is removed.',
    permission: 'commission:manage',
    ids,
    body: { schema: NoteBody },
    response: dataSchema(ReconciliationDifference),
    errors: [409],
    handle: async ({
      realCtx,
      program,
      actorId,
      ids: { reconciliationId, differenceId },
      body: { note },
    }) => {
      const notedDifference = await noteDifference(realCtx, {
        programId: program.id,
        id: reconciliationId,
        itemId: differenceId,
        actorId,
        note: note ?? undefined,
      })
      if (notedDifference === 'not_found') throw differenceNotFoundError()
      if (notedDifference === 'closed') throw monthClosedError()
      const { kysely } = realCtx.database
      const difference = await findDifference(kysely, program.id, reconciliationId, differenceId)
      if (difference === undefined) throw differenceNotFoundError()
      return { data: showDifference(difference) }
    },
  })
}
