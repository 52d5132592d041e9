import type { CsvColumns, CsvRow } from '../../core/text/csv-table.rule.ts'
import { DISPLAY_NAME_RULE, isDisplayName } from '../../core/text/display-text.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { pastedLine } from '../../core/text/pasted-text.rule.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { parseInstant } from '../../core/time/instant.rule.ts'
import { readInstant } from '../../core/time/report-period.rule.ts'
import { couponCodeError } from './coupon-code.rule.ts'

export type CouponFileColumn =
  | 'code'
  | 'partnerEmail'
  | 'status'
  | 'startsAt'
  | 'endsAt'
  | 'maxUses'
  | 'customerDiscount'

/** Import columns, including those in the service's own export. */
export const COUPON_COLUMNS: CsvColumns<CouponFileColumn> = {
  names: {
    code: ['code', 'coupon_code', 'coupon'],
    partnerEmail: ['partner_email', 'partneremail', 'email'],
    status: ['status'],
    startsAt: ['starts_at', 'startsat', 'starts'],
    endsAt: ['ends_at', 'endsat', 'ends'],
    maxUses: ['max_uses', 'maxuses'],
    customerDiscount: ['customer_discount', 'customerdiscount', 'discount'],
  },
  required: ['code', 'partnerEmail'],
}

/** A row as entered, with its error if the row is invalid on its own. */
export interface CouponFileRow {
  line: number
  code: string
  /** The canonical form, unless invalid. */
  partnerEmail: string
  isArchived: boolean
  startsAt: Date | undefined
  endsAt: Date | undefined
  maxUses: number | undefined
  customerDiscount: string | undefined
  fault: { field: CouponFileColumn; message: string } | undefined
}

export interface CouponFileLimits {
  maxDiscountLength: number
  maxUses: number
}

interface CouponFileSettings extends CouponFileLimits {
  /** The program's time zone, for dates without a time. */
  timeZone: string
}

/** Parses a file of coupon codes, including errors. Yields after each row so other requests can run. */
export function* readCouponRows(
  rows: readonly CsvRow<CouponFileColumn>[],
  settings: CouponFileSettings,
): Generator<void, CouponFileRow[]> {
  const read: CouponFileRow[] = []
  for (const { line, cell } of rows) {
    yield
    read.push(readRow(line, (column) => pastedLine(cell(column)), settings))
  }
  return read
}

function readRow(
  line: number,
  text: (column: CouponFileColumn) => string,
  { timeZone, ...limits }: CouponFileSettings,
): CouponFileRow {
  const email = text('partnerEmail')
  const startsAt = parseStart(text('startsAt'), timeZone)
  const endsAt = parseEnd(text('endsAt'), timeZone)
  const uses = text('maxUses')
  const row = {
    line,
    code: text('code'),
    partnerEmail: canonicalEmail(email) ?? email,
    isArchived: text('status').toLowerCase() === 'archived',
    startsAt,
    endsAt,
    maxUses: /^[0-9]{1,7}$/.test(uses) ? Number(uses) : undefined,
    customerDiscount: text('customerDiscount') || undefined,
  }
  return { ...row, fault: findFieldError(row, text, limits) }
}

const DATE = /^\d{4}-\d\d-\d\d$/

/** A date starts at its first instant in the program's time zone. */
function parseStart(text: string, timeZone: string): Date | undefined {
  return DATE.test(text) ? readInstant(text, timeZone, 'first') : parseInstant(text)
}

/** A date is the last day on which the code counts, as in the dashboard. */
function parseEnd(text: string, timeZone: string): Date | undefined {
  if (!DATE.test(text)) return parseInstant(text)
  const last = readInstant(text, timeZone, 'last')
  return last === undefined ? undefined : new Date(last.getTime() + 1)
}

function findFieldError(
  row: Omit<CouponFileRow, 'fault'>,
  text: (column: CouponFileColumn) => string,
  { maxDiscountLength, maxUses }: CouponFileLimits,
): CouponFileRow['fault'] {
  const fault = (field: CouponFileColumn, message: string) => ({ field, message })
  if (row.code === '') return fault('code', 'Required.')
  const codeError = couponCodeError(row.code)
  if (codeError !== undefined) return fault('code', `It ${codeError}.`)
  if (row.partnerEmail === '') return fault('partnerEmail', 'Required.')
  if (canonicalEmail(row.partnerEmail) === undefined)
    return fault('partnerEmail', 'Not a valid email address.')
  if (!['', 'active', 'archived'].includes(text('status').toLowerCase()))
    return fault('status', 'Must be active or archived.')
  for (const field of ['startsAt', 'endsAt'] as const) {
    if (text(field) !== '' && row[field] === undefined)
      return fault(
        field,
        'Must be a date, like 2026-03-10, or an ISO 8601 date-time with an offset, like 2026-03-10T12:00:00Z.',
      )
  }
  if (row.startsAt !== undefined && row.endsAt !== undefined && row.startsAt >= row.endsAt)
    return fault('endsAt', 'Must be later than the start.')
  const isCount = row.maxUses !== undefined && row.maxUses >= 1 && row.maxUses <= maxUses
  if (text('maxUses') !== '' && !isCount)
    return fault('maxUses', `Must be a whole number from 1 to ${maxUses}.`)
  const { customerDiscount: discount } = row
  if (discount !== undefined && (!isStorable(discount, maxDiscountLength) || !isDisplayName(discount)))
    return fault(
      'customerDiscount',
      `Must have at most ${maxDiscountLength} characters and ${DISPLAY_NAME_RULE.replace(/^must /, '')}.`,
    )
  return undefined
}
