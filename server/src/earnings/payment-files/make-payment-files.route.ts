import Type from 'typebox'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, dataOf, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readChoice, readCurrency, readId, readPositive, readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import type { Currency } from '../../core/money/currency.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { payoutLimits } from '../payouts/limits.ts'
import {
  choosePaymentFile,
  createPaymentFile,
  type FileAsked,
  type MadeFile,
} from './create-payment-file.flow.ts'
import { type ExecutionDayFault, lastExecutionDay } from './execution-day.rule.ts'
import { paymentFileLimits } from './limits.ts'
import { isCurrencyOf } from './payment-file.rule.ts'
import { PAYMENT_FILE_SKIPS, PAYMENT_FILES, type PaymentFile } from './payment-file.ts'
import { TARGET_CLOSINGS } from './target-day.rule.ts'

const SkippedPayout = namedObject('SkippedPayout', {
  payoutId: Type.Integer(),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  currency: CurrencyCode,
  amountCents: cents({ minimum: 1 }),
  reason: choice(PAYMENT_FILE_SKIPS, 'PaymentFileSkip'),
})

const Execution = nullable(
  namedObject('PaymentFileExecution', {
    day: Type.String({ description: 'The day in the file: a TARGET business day, such as `2026-04-07`.' }),
    requestedDay: Type.String(),
    closedFor: nullable(choice(TARGET_CLOSINGS, 'TargetClosing')),
  }),
)

const PaymentFilePreview = namedObject('PaymentFilePreview', {
  payouts: Type.Integer({ description: 'In this part of the file.' }),
  amountCents: cents({ description: 'What they come to.' }),
  parts: Type.Integer({ description: 'Files that the batch makes: one of Wise takes 1,000 payouts.' }),
  skipped: Type.Array(SkippedPayout, { description: 'Payouts of the batch that stand in no part, and why.' }),
  execution: Execution,
})

const PaymentFileMade = namedObject('PaymentFileMade', {
  fileName: Type.String(),
  mediaType: Type.String({ description: '`text/csv` of PayPal and Wise, `application/xml` of SEPA.' }),
  payouts: Type.Integer(),
  execution: Execution,
  content: Type.String({ description: 'The whole file, in UTF-8 without a byte order mark.' }),
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
      'For SEPA only: the requested execution day, as `2026-03-31`, in the time zone of the program: today or up to ' +
      `${paymentFileLimits.executionDaysAhead} days ahead. By default the day of the batch, or today if that is past. On a weekend ` +
      'or a TARGET holiday, the file has the next TARGET business day; `execution` gives both days and the reason.',
  }),
)

const FileBody = Type.Object({ ...fileFields, executionDate })

/** Files that pay the payouts of a batch, as PayPal, Wise and banks of SEPA take them. */
export function registerMakePaymentFiles(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/payout-files',
    operationId: 'previewPaymentFile',
    summary: 'Preview a payment file of a batch',
    description:
      'Lists the payouts that the file would leave out and why, and the execution day of a SEPA file.',
    permission: 'billing:read',
    query: { parameters: { ...fileFields, executionDate }, read: readFileQuery },
    answer: dataOf(PaymentFilePreview),
    handle: async ({ ctx, program, query: asked }) => {
      const found = await choosePaymentFile(ctx, program, asked)
      if (found.kind !== 'chosen') throw notMade(found, asked)
      return {
        data: {
          payouts: found.payable.length,
          amountCents: found.sum,
          parts: found.parts,
          skipped: found.skipped.map(({ payout, reason }) => ({
            payoutId: payout.id,
            partnerId: payout.partner_id,
            partnerName: payout.partner_name,
            currency: payout.currency,
            amountCents: BigInt(payout.amount_cents),
            reason,
          })),
          execution: found.execution,
        },
      }
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payout-files',
    operationId: 'createPaymentFile',
    summary: 'Make a file that pays the payouts of a batch',
    description:
      'Holds accounts in full, so every file is a row of the audit log. Only open payouts whose details fit are in it, ' +
      'each in the version that was in use when the payout was made. That of a sandbox is refused: nobody is paid by it.',
    permission: 'payout:manage',
    isRead: true,
    body: { schema: FileBody, read: readFile },
    answer: dataOf(PaymentFileMade),
    errors: [409],
    handle: async ({ ctx, program, body: asked }) => {
      const file = await createPaymentFile(ctx, program, asked)
      if (file.kind !== 'made') throw notMade(file, asked)
      const { batchId, part, format, currency } = asked
      const [ending, mediaType] = format === 'sepa' ? ['xml', 'application/xml'] : ['csv', 'text/csv']
      const fileName = `${format}-${program.id}-${batchId}-${currency.toLowerCase()}-${part}.${ending}`
      return {
        data: {
          fileName,
          mediaType,
          payouts: file.payouts,
          execution: file.execution,
          content: file.content,
        },
      }
    },
  })
}

function readFileQuery(query: unknown): FileAsked {
  const batchId = readId(query, 'batchId')
  const format = readChoice(query, 'format', PAYMENT_FILES)
  const currency = readCurrency(query)
  const part = readPositive(query, 'part', payoutLimits.payoutsPerBatch) ?? 1
  if (batchId === undefined) throw invalidField('batchId', 'batchId is missing.')
  if (format === undefined) throw invalidField('format', 'format is missing.')
  if (currency === undefined) throw invalidField('currency', 'currency is missing.')
  return checkedFile({ batchId, format, currency, part, executionDate: readText(query, 'executionDate') })
}

function readFile(sent: {
  batchId: number
  format: PaymentFile
  currency: Currency
  part?: number
  executionDate?: string
}): FileAsked {
  const { executionDate, part = 1, ...asked } = sent
  return checkedFile({ ...asked, part, executionDate })
}

function checkedFile(asked: FileAsked): FileAsked {
  if (asked.executionDate !== undefined && asked.format !== 'sepa')
    throw invalidField('executionDate', 'Only SEPA files have an execution date.')
  if (isCurrencyOf(asked.format, asked.currency)) return asked
  throw invalidField('currency', `A file of ${asked.format} does not take ${asked.currency}.`)
}

function noSuchBatch() {
  return new ApiError('not_found', 'The program has no batch of payouts of this id.')
}

function notMade(file: Exclude<MadeFile, { kind: 'made' }>, { part }: FileAsked): ApiError {
  switch (file.kind) {
    case 'no_batch':
      return noSuchBatch()
    case 'wrong_day':
      return invalidField('executionDate', DAY_WORDS[file.fault](file.today))
    case 'nobody_pays':
      return new ApiError('conflict', 'The program is a sandbox: nobody is paid, so no payment file is made.')
    case 'no_debtor':
      return new ApiError('conflict', 'Say first which account the program pays from: no file was made.')
    case 'debtor_unreadable':
      return new ApiError(
        'conflict',
        'The account that the program pays from was sealed under another APP_SECRET: enter it again.',
      )
    case 'nothing_fits':
      return new ApiError('conflict', `Part ${part} has no payout that can be paid: no file was made.`, {
        parts: file.parts,
      })
  }
}

const DAY_WORDS: Record<ExecutionDayFault, (today: string) => string> = {
  no_day: () => 'executionDate must be a calendar day, such as 2026-03-31.',
  past: (today) => `The money cannot leave before today, ${today}.`,
  too_far: (today) =>
    `The money leaves ${lastExecutionDay(today, paymentFileLimits.executionDaysAhead)} at the latest, ${paymentFileLimits.executionDaysAhead} days ahead.`,
}
