import Type, { type Static } from 'typebox'
import { runInSlices } from '../../core/async/time-slices.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readCsvFile } from '../../core/http/read-csv.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import {
  COUPON_COLUMNS,
  type CouponFileColumn,
  type CouponFileRow,
  readCouponRows,
} from './coupon-file.rule.ts'
import { COUPON_IMPORT_OUTCOMES, countCouponOutcomes, type PlannedCoupon } from './coupon-import-plan.rule.ts'
import { importCoupons, previewCouponImport } from './import-coupons.flow.ts'
import { couponLimits } from './limits.ts'

const File = Type.String({
  minLength: 1,
  maxLength: couponLimits.maxFileLength,
  description:
    'CSV text with a header row: `code` and `partner_email`, optionally `starts_at`, `ends_at`, `max_uses` ' +
    'and `customer_discount`. `starts_at` and `ends_at` are ISO 8601 date-times with an offset, or dates in ' +
    'the program’s time zone: the code is valid from the start of the first day to the end of the last. Separated by ' +
    `commas, semicolons or tabs. Up to ${couponLimits.fileRows} rows. A file from the export is accepted as well.`,
})

const PreviewBody = Type.Object({ file: File })
const ImportBody = Type.Object({
  file: File,
  digest: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The `digest` from this file’s preview.',
  }),
})

const ImportRow = namedObject('CouponImportRow', {
  line: Type.Integer({ minimum: 1, description: 'The line number in the file.' }),
  code: Type.String(),
  partnerEmail: Type.String(),
  outcome: choice(COUPON_IMPORT_OUTCOMES, 'CouponImportOutcome'),
  field: nullable(
    Type.String({ description: 'The column that prevents adding the row, named as in the file.' }),
  ),
  reason: nullable(Type.String({ description: 'The reason the row is not added.' })),
})

const Sums = namedObject(
  'CouponImportSums',
  Object.fromEntries(
    COUPON_IMPORT_OUTCOMES.map((outcome) => [outcome, Type.Integer({ minimum: 0 })]),
  ) as Record<(typeof COUPON_IMPORT_OUTCOMES)[number], ReturnType<typeof Type.Integer>>, // safe because its keys are the outcomes
)

const Preview = namedObject('CouponImportPreview', {
  rows: Type.Array(ImportRow, { description: 'All rows in the file, in order.' }),
  sums: Sums,
  ignoredColumns: Type.Array(Type.String(), { description: 'Columns that were ignored.' }),
  digest: Type.String({ description: 'Send it with the import, which fails if the outcome has changed.' }),
})

const Outcome = namedObject('CouponImport', { sums: Sums })

/**
 * Registers the routes that import coupon codes from a CSV file in two steps: first a preview, then all codes or none.
 * They require `partner:manage`.
 */
export function registerImportCoupons(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/coupon-codes/import/preview',
    operationId: 'previewCouponCodeImport',
    summary: 'Preview a coupon code import',
    description:
      'Returns the outcome of each row and changes nothing. If a code occurs twice, only its first row can be added, ' +
      'even if that row is invalid.',
    permission: 'partner:manage',
    isRead: true,
    bodyLimit: couponLimits.fileBytes,
    body: { schema: PreviewBody },
    response: dataSchema(Preview),
    handle: async ({ ctx, program, body }) => {
      const { rows, headers, ignoredColumns } = await readFile(body.file, program.time_zone)
      const { rows: planned, digest } = await previewCouponImport(ctx, program, rows)
      return {
        data: {
          rows: planned.map((row) => showRow(row, headers)),
          sums: countCouponOutcomes(planned),
          ignoredColumns,
          digest,
        },
      }
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/coupon-codes/import',
    operationId: 'importCouponCodes',
    summary: 'Import coupon codes',
    description:
      'Adds all the codes with the outcome `added` in the preview, in one transaction. If any outcome has changed, ' +
      'the request fails with 409 and nothing is changed. Other rows are skipped, so the same file can be imported ' +
      'again.',
    permission: 'partner:manage',
    bodyLimit: couponLimits.fileBytes,
    body: { schema: ImportBody },
    status: 201,
    response: dataSchema(Outcome),
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      const { rows } = await readFile(body.file, program.time_zone)
      const imported = await importCoupons(ctx, program, { rows, digest: body.digest })
      switch (imported.kind) {
        case 'changed':
          throw new ApiError(
            'conflict',
            'The outcome has changed since the preview. Nothing was changed. Preview the file again.',
          )
        case 'nothing_to_add':
          throw new ApiError('conflict', 'The file contains no new codes. Nothing was changed.')
        case 'imported':
          return { data: { sums: countCouponOutcomes(imported.rows) } }
      }
    },
  })
}

type Headers = ReadonlyMap<CouponFileColumn, string>

async function readFile(
  text: string,
  timeZone: string,
): Promise<{ rows: CouponFileRow[]; headers: Headers; ignoredColumns: string[] }> {
  const { fileRows, fileColumns, maxDiscountLength, maxUses } = couponLimits
  const file = await readCsvFile(text, COUPON_COLUMNS, { rows: fileRows, columns: fileColumns })
  if (file.kind === 'fault') {
    const { line, message } = file
    const words = `Line ${line}: ${message}. Nothing was changed.`
    throw new ApiError('invalid_request', words, { line, field: 'file' })
  }
  const rows = await runInSlices(readCouponRows(file.rows, { maxDiscountLength, maxUses, timeZone }))
  return { rows, headers: file.headers, ignoredColumns: file.ignoredColumns }
}

function showRow(row: PlannedCoupon, headers: Headers): Static<typeof ImportRow> {
  const { line, code, partnerEmail, outcome, field, reason = null } = row
  const column = field === undefined ? null : (headers.get(field) ?? field)
  return { line, code, partnerEmail, outcome, field: column, reason }
}
