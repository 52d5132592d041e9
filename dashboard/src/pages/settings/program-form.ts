import type { paths } from '../../api/schema.d.ts'
import type { Currency, Program } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { BASE_CURRENCY, CURRENCIES } from '../../format/money.ts'
import { moneyError, parseDecimal, parseMoney, parsePercent } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { FieldErrors, readText } from '../../ui/use-form.ts'
import { COUPON_PRECEDENCES } from '../coupons/coupon-labels.ts'
import {
  APPROVALS,
  COMMISSION_BASES,
  LEAD_POLICIES,
  PAYMENT_MODES,
  PROGRAM_STATUSES,
} from './program-labels.ts'

export type ProgramChanges = NonNullable<
  paths['/api/programs/{programId}']['patch']['requestBody']
>['content']['application/json']

/**
 * Returns only the fields changed here, so that concurrent changes by others in the same form aren't
 * reverted.
 */
export function pickChanges(typed: ProgramChanges, current: Program): ProgramChanges {
  const currentValues: Readonly<Record<string, unknown>> = { ...current }
  const changes = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(currentValues[name]),
  )
  return changes.length === 0 ? typed : Object.fromEntries(changes)
}

export type IdentityField = 'name' | 'status' | 'timeZone'

export function readIdentity(form: FormData): ProgramChanges | FieldErrors<IdentityField> {
  const name = readText(form, 'name')
  const timeZone = readText(form, 'timeZone')
  if (name === '' || timeZone === '') {
    return new FieldErrors({
      name: name === '' ? t('settings.enterProgramName') : undefined,
      timeZone: timeZone === '' ? t('settings.chooseOptionFromList') : undefined,
    })
  }
  return {
    name,
    status: selectedValue(form, 'status', PROGRAM_STATUSES),
    timeZone,
    closedToNewReferrals: form.get('closedToNewReferrals') !== null,
  }
}

export type TrackingField =
  | 'attributionWindowDays'
  | 'cookieWindowDays'
  | 'clickRetentionMonths'
  | 'redirectDomain'

export function readTracking(form: FormData): ProgramChanges | FieldErrors<TrackingField> {
  const attributionWindowDays = readDays(form, 'attributionWindowDays', 1)
  if (attributionWindowDays === undefined) return new FieldErrors({ attributionWindowDays: daysError(1) })
  const cookieWindowDays = readDays(form, 'cookieWindowDays', 1)
  if (cookieWindowDays === undefined) return new FieldErrors({ cookieWindowDays: daysError(1) })
  const clickRetentionMonths = readMonths(form)
  if (clickRetentionMonths === undefined) {
    return new FieldErrors({
      clickRetentionMonths: t('settings.enterWholeNumberMonthsFrom', { maxMonths: MAX_MONTHS }),
    })
  }
  return {
    leadAuthPolicy: selectedValue(form, 'leadAuthPolicy', LEAD_POLICIES),
    paymentTrackingMode: selectedValue(form, 'paymentTrackingMode', PAYMENT_MODES),
    couponPrecedence: selectedValue(form, 'couponPrecedence', COUPON_PRECEDENCES),
    attributionWindowDays,
    cookieWindowDays,
    clickRetentionMonths,
    redirectDomain: readText(form, 'redirectDomain') || null,
  }
}

const MAX_BPS = 10_000

/** Parses a percentage as basis points. */
export function parsePercentBps(text: string): number | undefined {
  const bps = parsePercent(text)
  return bps === undefined || bps > MAX_BPS ? undefined : bps
}

/** Returns the error for an invalid percentage, with an example. */
export function percentError(example: string): string {
  return t('settings.enterPercentageFrom0100', { example })
}

export type MoneyField = 'holdPeriodDays' | 'platformFeeBps' | 'perLeadCommission'

export function readMoney(form: FormData): ProgramChanges | FieldErrors<MoneyField> {
  const holdPeriodDays = readDays(form, 'holdPeriodDays', 0)
  if (holdPeriodDays === undefined) return new FieldErrors({ holdPeriodDays: daysError(0) })
  const platformFeeBps = parsePercentBps(readText(form, 'platformFee'))
  if (platformFeeBps === undefined) return new FieldErrors({ platformFeeBps: percentError('3.5') })
  const commissionApproval = selectedValue(form, 'commissionApproval', APPROVALS)
  const commissionBase = selectedValue(form, 'commissionBase', COMMISSION_BASES)
  const changes = { holdPeriodDays, platformFeeBps, commissionApproval, commissionBase }
  const amount = readText(form, 'perLeadAmount')
  if (amount === '') return { ...changes, perLeadCommission: null }
  const currency = readCurrency(form, 'perLeadCurrency')
  const amountCents = parseMoney(amount, currency)
  if (amountCents === undefined) return new FieldErrors({ perLeadCommission: moneyError(currency) })
  if (amountCents === 0) {
    return new FieldErrors({
      perLeadCommission: t('settings.enterAmountGreaterThan0'),
    })
  }
  return { ...changes, perLeadCommission: { amountCents, currency } }
}

export type LegalField = 'legalName' | 'legalAddress' | 'taxId'

/** Empty fields become null. Line breaks are normalized, because forms submit CRLF. */
export function readLegalDetails(form: FormData): ProgramChanges {
  const textOrNull = (field: LegalField) => readText(form, field).replaceAll('\r\n', '\n') || null
  return {
    legalName: textOrNull('legalName'),
    legalAddress: textOrNull('legalAddress'),
    taxId: textOrNull('taxId'),
  }
}

/** Returns the selected currency, which the installation must support. */
export function readCurrency(form: FormData, field: string): Currency {
  return CURRENCIES.find((one) => one === readText(form, field)) ?? BASE_CURRENCY
}

export const MAX_DAYS = 365

const MAX_MONTHS = 1200

/** Returns null if the field is empty, so the installation's default applies. */
function readMonths(form: FormData): number | null | undefined {
  const text = readText(form, 'clickRetentionMonths')
  if (text === '') return null
  const months = parseDecimal(text, 0)
  return months !== undefined && months >= 1 && months <= MAX_MONTHS ? months : undefined
}

function readDays(form: FormData, field: string, min: number): number | undefined {
  const days = parseDecimal(readText(form, field), 0)
  return days !== undefined && days >= min && days <= MAX_DAYS ? days : undefined
}

function daysError(min: number): string {
  return t('settings.enterWholeNumberDaysFrom2', { minDays: min, maxDays: MAX_DAYS })
}

/** Returns the selected enum value; the form offers no others. */
function selectedValue<Value extends string>(
  form: FormData,
  field: string,
  labels: Readonly<Record<Value, unknown>>,
): Value {
  const chosen = enumValues(labels).find((value) => value === form.get(field))
  if (chosen === undefined) throw new Error(`the form has no ${field}`)
  return chosen
}
