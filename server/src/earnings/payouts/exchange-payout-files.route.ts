import Type from 'typebox'
import { runInSlices } from '../../core/async/time-slices.ts'
import { limits } from '../../core/config/limits.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { dataSchema, managementSchema, ProgramParams } from '../../core/http/management-route.http.ts'
import { readCsvFile } from '../../core/http/read-csv.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { idempotencyHeaders, respondOnce } from '../../core/idempotency/idempotency.http.ts'
import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { decodeBytes } from '../../core/text/csv-table.rule.ts'
import { getActorId, withActor } from '../../workspace/accounts/management-key.http.ts'
import { exportFileName } from '../../workspace/programs/file-name.rule.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { importPayouts } from './import-payouts.flow.ts'
import { payoutLimits } from './limits.ts'
import { listPayouts, type PayoutRow } from './list-payouts.sql.ts'
import { PAYOUT_COLUMNS, type PayoutFileError, readPayoutRows, SANDBOX_MARK } from './payout-file.rule.ts'
import { payoutFilterQuery } from './payout-filter.http.ts'
import { findPayoutBlocker } from './payout-response.http.ts'

/** The export's columns. The import reads `PAYOUT_COLUMNS`. */
const COLUMNS: Record<string, (row: PayoutRow) => CsvCell> = {
  payout_id: (row) => row.id,
  partner: (row) => row.partner_name,
  email: (row) => row.partner_email,
  currency: (row) => row.currency,
  amount_cents: (row) => ({ digits: row.amount_cents }),
  amount: (row) => ({ digits: decimalAmount(row.amount_cents, row.currency) }),
  status: (row) => row.status,
  reference: (row) => row.reference,
  paid_at: (row) => (row.status === 'paid' && row.closed_at !== null ? row.closed_at.toISOString() : null),
  blocker: findPayoutBlocker,
  refunded_cents: (row) => ({ digits: row.refunded_cents }),
}

const ImportResult = Type.Object({
  paid: Type.Integer({ description: 'Payouts marked as paid by this file.' }),
  unchanged: Type.Integer({
    description: 'Payouts that were already paid, or not marked as paid in the file.',
  }),
})

/** Registers the routes that export payouts as CSV, and import the file with paid payouts marked. */
export async function registerExchangePayoutFiles(app: App, deps: ServiceDeps): Promise<void> {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/payouts/export.csv',
    operationId: 'exportPayouts',
    summary: 'Export payouts as CSV',
    description:
      'Accepts the same filters as the list. The file can be filled in and imported again. Sandbox files start with ' +
      'a `sandbox` column and can only be imported into a sandbox.',
    permission: 'billing:read',
    query: payoutFilterQuery,
    response: CsvResponse,
    handle: async ({ ctx, program, query: filter, reply }) =>
      sendCsv(reply, {
        fileName: exportFileName(program, 'payouts'),
        columns: program.sandbox ? { sandbox: () => SANDBOX_MARK, ...COLUMNS } : COLUMNS,
        readRows: (page) =>
          listPayouts(deps.database.kysely, program.id, { ...filter, at: ctx.clock.now() }, page),
        getKey: (row) => ({ at: row.created_at, id: row.id }),
      }),
  })

  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
      done(null, decodeBytes(body)),
    )
    scope.addContentTypeParser('*', (_request, _payload, done) =>
      done(new ApiError('unsupported_media_type', 'Send the file as text/csv.')),
    )
    scope.route({
      method: 'POST',
      url: '/api/programs/:programId/payouts/import',
      bodyLimit: payoutLimits.payoutFileBytes,
      schema: {
        ...managementSchema('payout:manage'),
        operationId: 'importPayouts',
        summary: 'Mark payouts as paid from a CSV file',
        description:
          'Send the exported file with `paid` in the `status` column and an optional `reference`. Accepts any ' +
          'format that spreadsheets save: commas, semicolons or tabs, in UTF-8 or UTF-16. All rows are checked ' +
          'first. If a row is invalid, the request fails with 400 and the row’s `line` and `field`, and nothing ' +
          'is changed.',
        consumes: ['text/csv'],
        params: ProgramParams,
        headers: idempotencyHeaders,
        body: Type.String(),
        response: { 200: dataSchema(ImportResult), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
      },
      handler: async (request, reply) => {
        const access = await requirePermission(deps, request, request.params.programId, 'payout:manage')
        const { body: text = '' } = readInput(request)
        const { payoutFileRows, payoutFileColumns } = payoutLimits
        const { maxIdLength } = limits
        const fileLimits = { rows: payoutFileRows, columns: payoutFileColumns }
        const file = await readCsvFile(text, PAYOUT_COLUMNS, fileLimits)
        if (file.kind === 'fault') throw invalidFileError({ ...file, field: file.column ?? 'file' })
        const isSandbox = access.program.sandbox
        const parsedFile = await runInSlices(
          readPayoutRows(file.rows, { maxReferenceLength: maxIdLength, isSandbox }),
        )
        if (parsedFile.kind === 'fault') throw invalidFileError(parsedFile)
        const { rows } = parsedFile
        const [programId, actorId] = [access.program.id, getActorId(access.requester)]
        const context = withActor(deps, request, access.requester)
        return respondOnce(context, { request, reply, actorId, programId, status: 200 }, async (ctx) => {
          const outcome = await importPayouts(atProgramTime(ctx, access.program), programId, rows, actorId)
          if (outcome.kind === 'fault') throw invalidFileError(outcome)
          return { data: { paid: outcome.paid, unchanged: outcome.unchanged } }
        })
      },
    })
  })
}

function invalidFileError({ line, field, message }: PayoutFileError): ApiError {
  const text = `Line ${line}, ${field}: ${message}. Nothing was changed.`
  return new ApiError('invalid_request', text, { line, field })
}
