import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { inSlices } from '../../core/async/in-slices.ts'
import { limits } from '../../core/config/limits.ts'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { choice, dataOf, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readCsvFile } from '../../core/http/read-csv.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { type Imported, importPartners, previewImport } from './import-partners.flow.ts'
import { countFates, IMPORT_FATES, type PlannedRow } from './import-plan.rule.ts'
import { enrollmentLimits } from './limits.ts'
import { PARTNER_COLUMNS, type PartnerFileRow, readPartnerRows } from './partner-file.rule.ts'

const File = Type.String({
  minLength: 1,
  maxLength: enrollmentLimits.partnerFileChars,
  description:
    'The text of a CSV file whose first line names its columns: `name` and `email`, and `code` and `group` if you like. ' +
    `Cells are parted by commas, semicolons or tabs; at most ${enrollmentLimits.partnerFileRows} rows.`,
})

const PreviewBody = Type.Object({ file: File })
const ImportBody = Type.Object({
  file: File,
  digest: Type.String({ minLength: 1, maxLength: 64, description: 'Of the preview of this file.' }),
  approved: Type.Optional(Type.Boolean({ default: false })),
  mail: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether each is mailed that he is a partner, and where he signs in. Takes `approved`.',
    }),
  ),
})

const Fate = choice(IMPORT_FATES, 'PartnerImportOutcome')

const ImportRow = namedObject('PartnerImportRow', {
  line: Type.Integer({ minimum: 1, description: 'Of the file.' }),
  name: Type.String(),
  email: Type.String(),
  code: nullable(Type.String({ description: 'Null: one is made.' })),
  group: nullable(Type.String()),
  fate: Fate,
  field: nullable(Type.String({ description: 'The column that is why it is not added.' })),
  reason: nullable(Type.String({ description: 'Why it is not added.' })),
})

const Sums = namedObject(
  'PartnerImportSums',
  Object.fromEntries(IMPORT_FATES.map((fate) => [fate, Type.Integer({ minimum: 0 })])) as Record<
    (typeof IMPORT_FATES)[number],
    ReturnType<typeof Type.Integer>
  >, // safe because it is made of the fates
)

const Preview = namedObject('PartnerImportPreview', {
  rows: Type.Array(ImportRow, { description: 'Every row of the file, in its order.' }),
  sums: Sums,
  ignoredColumns: Type.Array(Type.String(), { description: 'Nothing is read from them.' }),
  digest: Type.String({ description: 'What an import names, so that it does what was seen or nothing.' }),
})

const Outcome = namedObject('PartnerImport', {
  sums: Sums,
  mailed: Type.Integer({ minimum: 0 }),
  notMailed: Type.Array(Type.Object({ line: Type.Integer(), email: Type.String() }), {
    description: 'Who was added and is not mailed by this call; of `not_asked` none is named.',
  }),
  whyNotMailed: nullable(choice(['not_asked', 'no_mail_server', 'sandbox', 'limit'], 'WhyNotMailed')),
})

/** Partners from a file: what would become of each row, and then all that would be added, or nothing. Takes `partner:manage`. */
export function registerImportPartners(app: App, deps: ServiceDeps): void {
  registerPreview(app, deps)
  registerImport(app, deps)
}

function registerPreview(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/import/preview',
    operationId: 'previewPartnerImport',
    summary: 'Preview an import of partners',
    description:
      'Says what would become of every row of a file, and writes nothing. Of two rows with one e-mail or one code the ' +
      'first is added.',
    permission: 'partner:manage',
    isRead: true,
    bodyLimit: enrollmentLimits.partnerFileBytes,
    body: { schema: PreviewBody },
    answer: dataOf(Preview),
    handle: async ({ ctx, realCtx, program, body, request }) => {
      const { rows, ignoredColumns } = await readFile(realCtx, { request, program, text: body.file })
      const { rows: planned, digest } = await previewImport(ctx, program, rows)
      return { data: { rows: planned.map(showRow), sums: countFates(planned), ignoredColumns, digest } }
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
      'Adds every row that the preview says is added, each with a link, in one transaction. Where a row has another fate ' +
      'by now, it is 409 and nothing is written: look at a new preview. Rows that are not added stand in nobody’s way. ' +
      `Mails of a workspace’s imports are at most ${enrollmentLimits.importMailsEach} in a day; who gets none is named.`,
    permission: 'partner:manage',
    bodyLimit: enrollmentLimits.partnerFileBytes,
    body: { schema: ImportBody },
    status: 201,
    answer: dataOf(Outcome),
    errors: [409],
    handle: async ({ ctx, realCtx, program, body, actorId, request }) => {
      const { file, digest, approved = false, mail = false } = body
      if (mail && !approved) {
        throw invalidField('mail', 'Only who is approved is mailed that he is a partner: send approved too.')
      }
      const { rows } = await readFile(realCtx, { request, program, text: file })
      const imported = await importPartners(ctx, program, { rows, digest, approved, mail, actorId })
      return { data: showImported(imported) }
    },
  })
}

/** Whoever names groups has to be allowed to put partners into them: what they earn depends on it. */
async function readFile(
  deps: ServiceDeps,
  { request, program, text }: { request: FastifyRequest; program: ProgramRow; text: string },
): Promise<{ rows: PartnerFileRow[]; ignoredColumns: string[] }> {
  const { partnerFileRows, partnerFileColumns } = enrollmentLimits
  const { idChars } = limits
  const file = await readCsvFile(text, PARTNER_COLUMNS, {
    rows: partnerFileRows,
    columns: partnerFileColumns,
  })
  if (file.kind === 'fault') {
    const { line, message } = file
    const words = `Line ${line}: ${message}. Nothing was written.`
    throw new ApiError('invalid_request', words, { line, field: 'file' })
  }
  const rows = await inSlices(readPartnerRows(file.rows, { textChars: idChars }))
  if (rows.some(({ group }) => group !== undefined)) {
    await requirePermission(deps, request, String(program.id), 'commission:manage')
  }
  return { rows, ignoredColumns: file.ignoredColumns }
}

function showRow(row: PlannedRow): Static<typeof ImportRow> {
  const { line, name, email, code = null, group = null, fate, field = null, reason = null } = row
  return { line, name, email, code, group, fate, field, reason }
}

function showImported(imported: Imported): Static<typeof Outcome> {
  switch (imported.kind) {
    case 'changed':
      throw new ApiError(
        'conflict',
        'A row of the file has another fate than in the preview: nothing was written. Look at a new preview.',
      )
    case 'nothing_to_add':
      throw new ApiError('conflict', 'No row of the file is a new partner: nothing was written.')
    case 'imported': {
      const { rows, mails } = imported
      const { mailed, notMailed, why = null } = mails
      const named = why === 'not_asked' ? [] : notMailed
      return {
        sums: countFates(rows),
        mailed,
        notMailed: named.map(({ line, email }) => ({ line, email })),
        whyNotMailed: why,
      }
    }
  }
}
