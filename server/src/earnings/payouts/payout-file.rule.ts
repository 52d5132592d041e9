import { PAYOUT_STATUSES, type PayoutStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { CsvColumns, CsvRow } from '../../core/text/csv-table.rule.ts'
import { DISPLAY_NAME_RULE, isDisplayName } from '../../core/text/display-text.rule.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { PAYOUT_BLOCKER_TEXT, payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import type { PayoutEligibility } from '../../partners/enrollments/payout-eligibility.ts'

/** A row in a filled-in payout file. */
export interface PayoutFileRow {
  line: number
  payout_id: number
  currency: string
  /** A string, because it may exceed a safe integer. */
  amount_cents: string
  is_paid: boolean
  reference: string | undefined
}

/** An invalid value's line and column. */
export interface PayoutFileError {
  kind: 'fault'
  line: number
  field: string
  message: string
}

type PayoutFileColumn = 'payout_id' | 'currency' | 'amount_cents' | 'status' | 'reference' | 'sandbox'

/** The imported columns. Other columns are ignored. */
export const PAYOUT_COLUMNS: CsvColumns<PayoutFileColumn> = {
  names: {
    payout_id: ['payout_id'],
    currency: ['currency'],
    amount_cents: ['amount_cents'],
    status: ['status'],
    reference: ['reference'],
    sandbox: ['sandbox'],
  },
  required: ['payout_id', 'currency', 'amount_cents', 'status'],
}
const STATUSES: readonly string[] = PAYOUT_STATUSES

export interface PayoutFileLimits {
  maxReferenceLength: number
  /** Whether the program is a sandbox, which only accepts files from sandboxes. */
  isSandbox?: boolean
}

/** Value of the `sandbox` column, which marks a file whose payouts must not be paid. */
export const SANDBOX_MARK = 'SANDBOX'

/**
 * Parses an exported payout file. Rows whose status isn't `paid` change nothing. Yields after each row so other
 * requests can run.
 */
export function* readPayoutRows(
  rows: readonly CsvRow<PayoutFileColumn>[],
  limits: PayoutFileLimits,
): Generator<void, { kind: 'rows'; rows: PayoutFileRow[] } | PayoutFileError> {
  const parsedRows: PayoutFileRow[] = []
  const seen = new Set<number>()
  for (const one of rows) {
    yield
    const row = readRow(one, limits)
    if ('kind' in row) return row
    if (seen.has(row.payout_id)) {
      return fileFault(row.line, 'payout_id', `payout ${row.payout_id} is in the file twice`)
    }
    seen.add(row.payout_id)
    parsedRows.push(row)
  }
  return { kind: 'rows', rows: parsedRows }
}

function readRow(
  { line, cell }: CsvRow<PayoutFileColumn>,
  { maxReferenceLength, isSandbox = false }: PayoutFileLimits,
): PayoutFileRow | PayoutFileError {
  if ((cell('sandbox').toUpperCase() === SANDBOX_MARK) !== isSandbox)
    return fileFault(
      line,
      'sandbox',
      isSandbox
        ? 'the file is not from a sandbox, but the program is'
        : 'the file is from a sandbox, but the program is not',
    )
  const payout_id = Number(parseInteger(cell('payout_id')))
  const amount_cents = parseInteger(cell('amount_cents'))
  const status = cell('status').toLowerCase()
  const reference = cell('reference')
  if (!Number.isSafeInteger(payout_id)) return fileFault(line, 'payout_id', 'must be a payout ID')
  if (amount_cents === undefined)
    return fileFault(line, 'amount_cents', 'must be a positive integer in minor units')
  if (!STATUSES.includes(status)) return fileFault(line, 'status', `must be one of ${STATUSES.join(', ')}`)
  // The same rule as `Reference`, which the API applies when payouts are marked as paid.
  if (!isDisplayName(reference)) return fileFault(line, 'reference', DISPLAY_NAME_RULE)
  if (!isStorable(reference, maxReferenceLength)) {
    return fileFault(line, 'reference', `must be at most ${maxReferenceLength} characters`)
  }
  return {
    line,
    payout_id,
    currency: cell('currency').toUpperCase(),
    amount_cents,
    is_paid: status === 'paid',
    reference: reference === '' ? undefined : reference,
  }
}

/**
 * Returns the digits of a positive integer in a spreadsheet's format: `1.234.567`, `1 234 567`, `1,234,567.00`,
 * `12,00`. A misinterpreted number is harmless, because it is compared with the payout's amount.
 */
function parseInteger(text: string): string | undefined {
  const match = /^(\d+|\d{1,3}(?:([.,'\u2019\s])\d{3})(?:\2\d{3})*)(?:[.,]0{1,2})?$/.exec(text)
  const digits = match?.[1]?.replace(/\D/g, '').replace(/^0+/, '') ?? ''
  return digits === '' || digits.length > 38 ? undefined : digits
}

/** The current state of a row's payout. */
export interface CheckedPayout {
  id: number
  currency: Currency
  amount_cents: string
  status: PayoutStatus
  partner: PayoutEligibility
}

/** Compares each row with its payout. Payouts that are already paid don't change. */
export function checkPayoutRows(
  rows: readonly PayoutFileRow[],
  payouts: readonly CheckedPayout[],
): { kind: 'checked'; payoutsToPay: { id: number; reference: string | undefined }[] } | PayoutFileError {
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  const payoutsToPay: { id: number; reference: string | undefined }[] = []
  for (const { line, payout_id, currency, amount_cents, is_paid, reference } of rows) {
    const payout = byId.get(payout_id)
    if (payout === undefined) return fileFault(line, 'payout_id', `the program has no payout ${payout_id}`)
    const description = `payout ${payout_id} is ${payout.amount_cents} ${payout.currency}`
    if (payout.currency !== currency) return fileFault(line, 'currency', description)
    if (payout.amount_cents !== amount_cents) return fileFault(line, 'amount_cents', description)
    if (!is_paid || payout.status === 'paid') continue
    if (payout.status === 'canceled') return fileFault(line, 'status', `payout ${payout_id} is canceled`)
    const wait = payoutBlocker(payout.partner)
    if (wait !== null)
      return fileFault(line, 'status', `payout ${payout_id} is blocked: ${PAYOUT_BLOCKER_TEXT[wait]}`)
    payoutsToPay.push({ id: payout_id, reference })
  }
  return { kind: 'checked', payoutsToPay }
}

function fileFault(line: number, field: string, message: string): PayoutFileError {
  return { kind: 'fault', line, field, message }
}
