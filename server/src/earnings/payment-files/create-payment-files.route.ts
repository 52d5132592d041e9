import Type from 'typebox'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readChoice, readCurrency, readId, readPositive, readText } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import type { Currency } from '../../core/money/currency.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { payoutLimits } from '../payouts/limits.ts'
import { RefundedCents } from '../payouts/payout-response.http.ts'
import {
  type CreatedFile,
  choosePaymentFile,
  createPaymentFile,
  type RequestedFile,
} from './create-payment-file.flow.ts'
import { type ExecutionDayError, lastExecutionDay } from './execution-day.rule.ts'
import { paymentFileLimits } from './limits.ts'
import { supportsCurrency } from './payment-file.rule.ts'
import { PAYMENT_FILE_SKIPS, PAYMENT_FILES, type PaymentFile } from './payment-file.ts'
import { TARGET_CLOSING_REASONS } from './target-day.rule.ts'

const SkippedPayout = namedObject('SkippedPayout', {
  payoutId: Type.Integer(),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  currency: CurrencyCode,
  amountCents: cents({ minimum: 1 }),
  reason: choice(PAYMENT_FILE_SKIPS, 'PaymentFileSkip'),
})

const RefundedPayout = namedObject('RefundedPayout', {
  payoutId: Type.Integer(),
  partnerName: Type.String(),
  currency: CurrencyCode,
  amountCents: cents({ minimum: 1 }),
  refundedCents: RefundedCents,
})

const Execution = nullable(
  namedObject('PaymentFileExecution', {
    day: Type.String({
      description: 'The execution day in the file: a TARGET business day, such as `2026-04-07`.',
    }),
    requestedDay: Type.String(),
    closedFor: nullable(choice(TARGET_CLOSING_REASONS, 'TargetClosing')),
  }),
)

const PaymentFilePreview = namedObject('PaymentFilePreview', {
  payouts: Type.Integer({ description: 'The payouts in this part of the file.' }),
  amountCents: cents({ description: 'The total amount.' }),
  alreadyFiled: Type.Integer({
    description:
      'How many of these payouts were already in a payment file. Paying both files pays them twice.',
  }),
  parts: Type.Integer({
    description: 'The number of parts for this batch. A Wise file contains up to 1,000 payouts.',
  }),
  refunded: Type.Array(RefundedPayout, {
    description:
      'Payouts in this part of the file that had commissions refunded after the payout was created. The file pays ' +
      'the full amounts.',
  }),
  skipped: Type.Array(SkippedPayout, {
    description: 'Payouts in the batch that are not in the file, with the reason.',
  }),
  execution: Execution,
})

const PaymentFileResult = namedObject('PaymentFileResult', {
  fileName: Type.String(),
  mediaType: Type.String({ description: '`text/csv` for PayPal and Wise, `application/xml` for SEPA.' }),
  payouts: Type.Integer(),
  execution: Execution,
  content: Type.String({ description: 'The complete file, in UTF-8 without a byte order mark.' }),
})

const PositiveInteger = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const format = choice(PAYMENT_FILES, 'PaymentFileFormat')

const fileFields = {
  batchId: PositiveInteger,
  format,
  currency: CurrencyCode,
  part: Type.Optional(PositiveInteger),
}

const executionDate = Type.Optional(
  Type.String({
    minLength: 10,
    maxLength: 10,
    description:
      'SEPA only: the requested execution date, such as `2026-03-31`, in the program’s time zone. Today or up to ' +
      `${paymentFileLimits.executionDaysAhead} days ahead. Defaults to the batch’s date, or today if that date is in ` +
      'the past. If it is a weekend or a TARGET holiday, the file uses the next TARGET business day; `execution` ' +
      'has both days and the reason.',
  }),
)

const FileBody = Type.Object({ ...fileFields, executionDate })

/** Registers the routes that create files for PayPal, Wise and SEPA banks from a batch's payouts. */
export function registerCreatePaymentFiles(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/payout-files',
    operationId: 'previewPaymentFile',
    summary: 'Preview a payment file',
    description:
      'Returns the payouts that the file would skip and the reasons, and the execution date for a SEPA file.',
    permission: 'billing:read',
    query: { parameters: { ...fileFields, executionDate }, read: readFileQuery },
    response: dataSchema(PaymentFilePreview),
    handle: async ({ ctx, program, query: requested }) => {
      const file = await choosePaymentFile(ctx, program, requested)
      if (file.kind !== 'chosen') throw fileError(file, requested)
      return {
        data: {
          payouts: file.payable.length,
          amountCents: file.sum,
          alreadyFiled: file.payable.filter(({ filed_at }) => filed_at !== null).length,
          parts: file.parts,
          refunded: file.payable
            .filter(({ refunded_cents }) => refunded_cents !== '0')
            .map((payout) => ({
              payoutId: payout.id,
              partnerName: payout.partner_name,
              currency: payout.currency,
              amountCents: BigInt(payout.amount_cents),
              refundedCents: BigInt(payout.refunded_cents),
            })),
          skipped: file.skipped.map(({ payout, reason }) => ({
            ...toResponseFields(payout),
            payoutId: payout.id,
            amountCents: BigInt(payout.amount_cents),
            reason,
          })),
          execution: file.execution,
        },
      }
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payout-files',
    operationId: 'createPaymentFile',
    summary: 'Create a payment file',
    description:
      'The file contains full account details, so each one is recorded in the audit log. It includes open payouts ' +
      'with usable details, in each payout’s version. Not available for sandbox programs.',
    permission: 'payout:manage',
    isRead: true,
    body: { schema: FileBody, read: readFile },
    response: dataSchema(PaymentFileResult),
    errors: [409],
    handle: async ({ ctx, program, body: requested }) => {
      const file = await createPaymentFile(ctx, program, requested)
      if (file.kind !== 'made') throw fileError(file, requested)
      const { batchId, part, format, currency } = requested
      const [extension, mediaType] = format === 'sepa' ? ['xml', 'application/xml'] : ['csv', 'text/csv']
      const fileName = `${format}-${program.id}-${batchId}-${currency.toLowerCase()}-${part}.${extension}`
      return {
        data: { ...toResponseFields(file), fileName, mediaType },
      }
    },
  })
}

function readFileQuery(query: unknown): RequestedFile {
  const batchId = readId(query, 'batchId')
  const format = readChoice(query, 'format', PAYMENT_FILES)
  const currency = readCurrency(query)
  const part = readPositive(query, 'part', payoutLimits.payoutsPerBatch) ?? 1
  if (batchId === undefined) throw invalidFieldError('batchId', 'batchId is missing.')
  if (format === undefined) throw invalidFieldError('format', 'format is missing.')
  if (currency === undefined) throw invalidFieldError('currency', 'currency is missing.')
  return requireValidFile({
    batchId,
    format,
    currency,
    part,
    executionDate: readText(query, 'executionDate'),
  })
}

function readFile(body: {
  batchId: number
  format: PaymentFile
  currency: Currency
  part?: number
  executionDate?: string
}): RequestedFile {
  const { executionDate, part = 1, ...requested } = body
  return requireValidFile({ ...requested, part, executionDate })
}

function requireValidFile(requested: RequestedFile): RequestedFile {
  if (requested.executionDate !== undefined && requested.format !== 'sepa')
    throw invalidFieldError('executionDate', 'Only SEPA files have an execution date.')
  if (supportsCurrency(requested.format, requested.currency)) return requested
  throw invalidFieldError(
    'currency',
    `A ${requested.format} file can’t contain ${requested.currency} payouts.`,
  )
}

function batchNotFoundError() {
  return new ApiError('not_found', 'The program has no payout batch with this ID.')
}

function fileError(file: Exclude<CreatedFile, { kind: 'made' }>, { part }: RequestedFile): ApiError {
  switch (file.kind) {
    case 'no_batch':
      return batchNotFoundError()
    case 'wrong_day':
      return invalidFieldError('executionDate', EXECUTION_DAY_ERRORS[file.fault](file.today))
    case 'is_sandbox':
      return new ApiError('conflict', 'Sandbox programs have no payment files.')
    case 'no_debtor':
      return new ApiError(
        'conflict',
        'The program has no bank account to pay from. Add one in the payout settings first.',
      )
    case 'debtor_unreadable':
      return new ApiError(
        'conflict',
        'The program’s bank account was encrypted with another APP_SECRET. Enter it again.',
      )
    case 'changed':
      return new ApiError(
        'conflict',
        'A payout was paid or canceled in the meantime. No file was created. Try again.',
      )
    case 'nothing_fits':
      return new ApiError('conflict', `No payouts in part ${part} can be paid. No file was created.`, {
        parts: file.parts,
      })
  }
}

const EXECUTION_DAY_ERRORS: Record<ExecutionDayError, (today: string) => string> = {
  no_day: () => 'executionDate must be a calendar day, such as 2026-03-31.',
  past: (today) => `The execution date can’t be before today, ${today}.`,
  too_far: (today) =>
    `The execution date can be at most ${lastExecutionDay(today, paymentFileLimits.executionDaysAhead)}, ${paymentFileLimits.executionDaysAhead} days ahead.`,
}
