import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { runInSlices } from '../../core/async/time-slices.ts'
import { limits } from '../../core/config/limits.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readCsvFile } from '../../core/http/read-csv.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { type ImportResult, importPartners, previewImport } from './import-partners.flow.ts'
import { countOutcomes, IMPORT_OUTCOMES, type PlannedRow } from './import-plan.rule.ts'
import { enrollmentLimits } from './limits.ts'
import { PARTNER_COLUMNS, type PartnerFileRow, readPartnerRows } from './partner-file.rule.ts'

const File = Type.String({
  minLength: 1,
  maxLength: enrollmentLimits.maxPartnerFileLength,
  description:
    'CSV text with a header row: `name` and `email`, optionally `code` and `group`. ' +
    `Separated by commas, semicolons or tabs. Up to ${enrollmentLimits.partnerFileRows} rows.`,
})

const PreviewBody = Type.Object({ file: File })
const ImportBody = Type.Object({
  file: File,
  digest: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The `digest` from this file’s preview.',
  }),
  approved: Type.Optional(Type.Boolean({ default: false })),
  mail: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether to email each partner that they were added and how to sign in. Requires `approved`.',
    }),
  ),
})

const ImportOutcomeSchema = choice(IMPORT_OUTCOMES, 'PartnerImportOutcome')

const ImportRow = namedObject('PartnerImportRow', {
  line: Type.Integer({ minimum: 1, description: 'The line number in the file.' }),
  name: Type.String(),
  email: Type.String(),
  code: nullable(Type.String({ description: 'Null if a code will be generated.' })),
  group: nullable(Type.String()),
  outcome: ImportOutcomeSchema,
  field: nullable(Type.String({ description: 'The column that prevents adding the row.' })),
  reason: nullable(Type.String({ description: 'The reason the row is not added.' })),
})

const Sums = namedObject(
  'PartnerImportSums',
  Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, Type.Integer({ minimum: 0 })])) as Record<
    (typeof IMPORT_OUTCOMES)[number],
    ReturnType<typeof Type.Integer>
  >, // safe because it is made of the fates
)

const Preview = namedObject('PartnerImportPreview', {
  rows: Type.Array(ImportRow, { description: 'All rows in the file, in order.' }),
  sums: Sums,
  ignoredColumns: Type.Array(Type.String(), { description: 'Columns that were ignored.' }),
  digest: Type.String({ description: 'Send it with the import, which fails if the outcome has changed.' }),
})

const Outcome = namedObject('PartnerImport', {
  sums: Sums,
  mailed: Type.Integer({ minimum: 0 }),
  notMailed: Type.Array(Type.Object({ line: Type.Integer(), email: Type.String() }), {
    description: 'Partners who were added without an email. With `not_requested`, none are listed.',
  }),
  notMailedReason: nullable(
    choice(['not_requested', 'no_mail_server', 'sandbox', 'limit'], 'NotMailedReason'),
  ),
})

/**
 * Registers the routes that import partners from a CSV file in two steps: first a preview, then all partners or none.
 * They require `partner:manage`.
 */
export function registerImportPartners(app: App, deps: ServiceDeps): void {
  registerPreview(app, deps)
  registerImport(app, deps)
}

function registerPreview(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/import/preview',
    operationId: 'previewPartnerImport',
    summary: 'Preview a partner import',
    description:
      'Returns the outcome of each row and changes nothing. If an email or code occurs twice, ' +
      'the first row wins.',
    permission: 'partner:manage',
    isRead: true,
    bodyLimit: enrollmentLimits.partnerFileBytes,
    body: { schema: PreviewBody },
    response: dataSchema(Preview),
    handle: async ({ ctx, realCtx, program, body, request }) => {
      const { rows, ignoredColumns } = await readFile(realCtx, { request, program, text: body.file })
      const { rows: planned, digest } = await previewImport(ctx, program, rows)
      return { data: { rows: planned.map(showRow), sums: countOutcomes(planned), ignoredColumns, digest } }
    },
  })
}

function registerImport(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/import',
    operationId: 'importPartners',
    summary: 'Import partners',
    description:
      'Adds every row marked `added` in the preview, each with a link, in one transaction. If an outcome has changed, ' +
      'the request fails with 409 and nothing is changed. Preview the file again. Other rows are skipped. ' +
      `A workspace sends at most ${enrollmentLimits.welcomeMailsEach} welcome emails a day. The response lists partners who don’t get one.`,
    permission: 'partner:manage',
    bodyLimit: enrollmentLimits.partnerFileBytes,
    body: { schema: ImportBody },
    status: 201,
    response: dataSchema(Outcome),
    errors: [409],
    handle: async ({ ctx, realCtx, program, body, actorId, request }) => {
      const { file, digest, approved = false, mail = false } = body
      if (mail && !approved) {
        throw invalidFieldError('mail', 'Only approved partners can be emailed. Set approved too.')
      }
      const { rows } = await readFile(realCtx, { request, program, text: file })
      const outcome = await importPartners(ctx, program, { rows, digest, approved, mail, actorId })
      return { data: showImported(outcome) }
    },
  })
}

/** Assigning groups affects commissions, so it requires the commission permission. */
async function readFile(
  deps: ServiceDeps,
  { request, program, text }: { request: FastifyRequest; program: ProgramRow; text: string },
): Promise<{ rows: PartnerFileRow[]; ignoredColumns: string[] }> {
  const { partnerFileRows, partnerFileColumns } = enrollmentLimits
  const { maxIdLength } = limits
  const file = await readCsvFile(text, PARTNER_COLUMNS, {
    rows: partnerFileRows,
    columns: partnerFileColumns,
  })
  if (file.kind === 'fault') {
    const { line, message } = file
    throw new ApiError('invalid_request', `Line ${line}: ${message}. Nothing was changed.`, {
      line,
      field: 'file',
    })
  }
  const rows = await runInSlices(readPartnerRows(file.rows, { maxTextLength: maxIdLength }))
  if (rows.some(({ group }) => group !== undefined)) {
    await requirePermission(deps, request, String(program.id), 'commission:manage')
  }
  return { rows, ignoredColumns: file.ignoredColumns }
}

function showRow(row: PlannedRow): Static<typeof ImportRow> {
  const { line, name, email, code = null, group = null, outcome, field = null, reason = null } = row
  return { line, name, email, code, group, outcome, field, reason }
}

function showImported(imported: ImportResult): Static<typeof Outcome> {
  switch (imported.kind) {
    case 'changed':
      throw new ApiError(
        'conflict',
        'The outcome has changed since the preview. Nothing was changed. Preview the file again.',
      )
    case 'nothing_to_add':
      throw new ApiError('conflict', 'The file contains no new partners. Nothing was changed.')
    case 'imported': {
      const { rows, mails } = imported
      const { mailed, notMailed, why = null } = mails
      const listedRows = why === 'not_requested' ? [] : notMailed
      return {
        sums: countOutcomes(rows),
        mailed,
        notMailed: listedRows.map(({ line, email }) => ({ line, email })),
        notMailedReason: why,
      }
    }
  }
}
