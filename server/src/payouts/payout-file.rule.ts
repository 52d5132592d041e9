import type { PayoutStanding } from '../partners/payout-standing.ts'
import { PAYOUT_WAIT_WORDS, payoutWait } from '../partners/payout-wait.rule.ts'
import { unguarded } from '../platform/csv.rule.ts'
import { type CsvFault, type CsvRecord, nextRecord, readCsvFile } from '../platform/csv-file.rule.ts'
import type { Currency } from '../platform/currency.ts'
import { isStorable } from '../platform/stored-text.rule.ts'
import { PAYOUT_STATUSES, type PayoutStatus } from '../platform/words.ts'

/** One row of an exported payout file that somebody has filled in. */
export interface PayoutFileRow {
  line: number
  payout_id: number
  currency: string
  /** Digits: a sum may outgrow a number. */
  amount_cents: string
  is_paid: boolean
  reference: string | undefined
}

/** What is wrong with a file: where, and in which column. */
export interface PayoutFileFault {
  kind: 'fault'
  line: number
  field: string
  message: string
}

const COLUMNS = ['payout_id', 'currency', 'amount_cents', 'status'] as const
const STATUSES: readonly string[] = PAYOUT_STATUSES

/** How much a file may hold. */
export interface PayoutFileLimits {
  rows: number
  columns: number
  referenceChars: number
  /** Of a sandbox: its files are marked, and no other is read there. */
  isSandbox?: boolean
}

/** What stands in the column `sandbox` of each row of a sandbox's file: nobody is to be paid by it. */
export const SANDBOX_MARK = 'SANDBOX'

/**
 * Reads an exported payout file: columns by their names, in any order, `reference` optional, others ignored.
 * Rows whose status is not `paid` leave their payout alone. Row by row: whoever reads may rest in between, and rows
 * beyond the limit are not looked at.
 */
export function* readPayoutFile(
  text: string,
  limits: PayoutFileLimits,
): Generator<void, { kind: 'rows'; rows: PayoutFileRow[] } | PayoutFileFault> {
  const records = readCsvFile(text, limits.columns)
  const header = yield* nextRecord(records)
  if (header.done)
    return header.value === undefined ? fault(1, 'file', 'the file is empty') : broken(header.value, limits)
  const names = header.value.cells.map((name) => name.trim())
  const missing = COLUMNS.find((name) => !names.includes(name))
  if (missing !== undefined)
    return fault(header.value.line, missing, 'the file has no such column, with commas between its columns')

  const rows: PayoutFileRow[] = []
  const seen = new Set<number>()
  for (;;) {
    yield
    const record = yield* nextRecord(records)
    if (record.done) return record.value === undefined ? { kind: 'rows', rows } : broken(record.value, limits)
    if (rows.length === limits.rows) return fault(1, 'file', `it has more than ${limits.rows} rows`)
    const row = readRow(record.value, names, limits)
    if ('kind' in row) return row
    if (seen.has(row.payout_id)) {
      return fault(row.line, 'payout_id', `payout ${row.payout_id} is in the file twice`)
    }
    seen.add(row.payout_id)
    rows.push(row)
  }
}

function broken({ line, fault: what }: CsvFault, { columns }: PayoutFileLimits): PayoutFileFault {
  if (what === 'columns') return fault(line, 'file', `it has more than ${columns} columns`)
  return fault(line, 'file', 'its quotes do not match')
}

function readRow(
  { line, cells }: CsvRecord,
  names: readonly string[],
  limits: PayoutFileLimits,
): PayoutFileRow | PayoutFileFault {
  const cell = (name: (typeof COLUMNS)[number] | 'reference' | 'sandbox') =>
    unguarded(cells[names.indexOf(name)] ?? '').trim()
  const { isSandbox = false } = limits
  if ((cell('sandbox') === SANDBOX_MARK) !== isSandbox)
    return fault(
      line,
      'sandbox',
      isSandbox ? 'it is of no sandbox, and the program is one' : 'it is of a sandbox',
    )
  const payout_id = toId(cell('payout_id'))
  const status = cell('status').toLowerCase()
  const reference = cell('reference')
  if (payout_id === undefined) return fault(line, 'payout_id', 'it is no id of a payout')
  if (!/^[1-9]\d{0,37}$/.test(cell('amount_cents')))
    return fault(line, 'amount_cents', 'it is no positive whole number')
  if (!STATUSES.includes(status)) return fault(line, 'status', `it is none of ${STATUSES.join(', ')}`)
  if (!isStorable(reference, limits.referenceChars)) {
    return fault(line, 'reference', `it takes a text of at most ${limits.referenceChars} characters`)
  }
  return {
    line,
    payout_id,
    currency: cell('currency'),
    amount_cents: cell('amount_cents'),
    is_paid: status === 'paid',
    reference: reference === '' ? undefined : reference,
  }
}

/** A payout as it stands when its row is checked. */
export interface CheckedPayout {
  id: number
  currency: Currency
  amount_cents: string
  status: PayoutStatus
  /** Where its partner stands. */
  partner: PayoutStanding
}

/** Compares each row with its payout. What is paid already stays as it is. */
export function checkPayoutRows(
  rows: readonly PayoutFileRow[],
  payouts: readonly CheckedPayout[],
): { kind: 'checked'; toPay: { id: number; reference: string | undefined }[] } | PayoutFileFault {
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  const toPay: { id: number; reference: string | undefined }[] = []
  for (const { line, payout_id, currency, amount_cents, is_paid, reference } of rows) {
    const payout = byId.get(payout_id)
    if (payout === undefined) return fault(line, 'payout_id', `the program has no payout ${payout_id}`)
    const about = `payout ${payout_id} comes to ${payout.amount_cents} ${payout.currency}`
    if (payout.currency !== currency) return fault(line, 'currency', about)
    if (payout.amount_cents !== amount_cents) return fault(line, 'amount_cents', about)
    if (!is_paid || payout.status === 'paid') continue
    if (payout.status === 'cancelled') return fault(line, 'status', `payout ${payout_id} is cancelled`)
    const wait = payoutWait(payout.partner)
    if (wait !== null) return fault(line, 'status', `payout ${payout_id} waits: ${PAYOUT_WAIT_WORDS[wait]}`)
    toPay.push({ id: payout_id, reference })
  }
  return { kind: 'checked', toPay }
}

function toId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

function fault(line: number, field: string, message: string): PayoutFileFault {
  return { kind: 'fault', line, field, message }
}
