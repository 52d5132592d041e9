import type { Currency, PayoutStatus } from '../store/schema.ts'
import { unguarded } from './csv.ts'
import { readCsvFile } from './csv-file.ts'
import { isStorable } from './stored-text.ts'

/** One row of an exported payout file that somebody has filled in. */
export interface PayoutFileRow {
  line: number
  payout_id: number
  currency: string
  /** Digits: a sum may outgrow a number. */
  amount_cents: string
  isPaid: boolean
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
const STATUSES: readonly string[] = ['open', 'paid', 'cancelled'] satisfies PayoutStatus[]

/**
 * Reads an exported payout file: columns by their names, in any order, `reference` optional, others ignored.
 * Rows whose status is not `paid` leave their payout alone.
 */
export function readPayoutFile(
  text: string,
  limits: { rows: number; referenceChars: number },
): { kind: 'rows'; rows: PayoutFileRow[] } | PayoutFileFault {
  const file = readCsvFile(text)
  if ('brokenLine' in file) return fault(file.brokenLine, 'file', 'its quotes do not match')
  const [header, ...records] = file.records
  if (header === undefined) return fault(1, 'file', 'the file is empty')
  if (records.length > limits.rows) return fault(1, 'file', `it has more than ${limits.rows} rows`)
  const names = header.cells.map((name) => name.trim())
  const missing = COLUMNS.find((name) => !names.includes(name))
  if (missing !== undefined)
    return fault(header.line, missing, 'the file has no such column, with commas between its columns')

  // Looked up once: a header may be as wide as the file is long.
  const at = new Map([...COLUMNS, 'reference' as const].map((name) => [name, names.indexOf(name)] as const))
  const rows: PayoutFileRow[] = []
  const seen = new Set<number>()
  for (const { line, cells } of records) {
    const cell = (name: (typeof COLUMNS)[number] | 'reference') =>
      unguarded(cells[at.get(name) ?? -1] ?? '').trim()
    const payout_id = toId(cell('payout_id'))
    const status = cell('status').toLowerCase()
    const reference = cell('reference')
    if (payout_id === undefined) return fault(line, 'payout_id', 'it is no id of a payout')
    if (seen.has(payout_id)) return fault(line, 'payout_id', `payout ${payout_id} is in the file twice`)
    if (!/^[1-9]\d{0,37}$/.test(cell('amount_cents')))
      return fault(line, 'amount_cents', 'it is no positive whole number')
    if (!STATUSES.includes(status)) return fault(line, 'status', `it is none of ${STATUSES.join(', ')}`)
    if (!isStorable(reference, limits.referenceChars)) {
      return fault(line, 'reference', `it takes a text of at most ${limits.referenceChars} characters`)
    }
    seen.add(payout_id)
    rows.push({
      line,
      payout_id,
      currency: cell('currency'),
      amount_cents: cell('amount_cents'),
      isPaid: status === 'paid',
      reference: reference === '' ? undefined : reference,
    })
  }
  return { kind: 'rows', rows }
}

/** A payout as it stands when its row is checked. */
export interface CheckedPayout {
  id: number
  currency: Currency
  amount_cents: string
  status: PayoutStatus
}

/** Compares each row with its payout. What is paid already stays as it is. */
export function checkPayoutRows(
  rows: readonly PayoutFileRow[],
  payouts: readonly CheckedPayout[],
): { kind: 'checked'; toPay: { id: number; reference: string | undefined }[] } | PayoutFileFault {
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  const toPay: { id: number; reference: string | undefined }[] = []
  for (const { line, payout_id, currency, amount_cents, isPaid, reference } of rows) {
    const payout = byId.get(payout_id)
    if (payout === undefined) return fault(line, 'payout_id', `the program has no payout ${payout_id}`)
    const about = `payout ${payout_id} comes to ${payout.amount_cents} ${payout.currency}`
    if (payout.currency !== currency) return fault(line, 'currency', about)
    if (payout.amount_cents !== amount_cents) return fault(line, 'amount_cents', about)
    if (!isPaid || payout.status === 'paid') continue
    if (payout.status === 'cancelled') return fault(line, 'status', `payout ${payout_id} is cancelled`)
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
