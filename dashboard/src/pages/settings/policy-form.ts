import type { paths } from '../../api/schema.d.ts'
import type { CommissionPolicy } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { moneyError, parseDecimal, parseMoney } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { FieldErrors, readText } from '../../ui/use-form.ts'
import { MAX_DAYS, parsePercentBps, percentError, readCurrency } from './program-form.ts'

export type PolicyTerms = NonNullable<
  paths['/api/programs/{programId}/commission-policies']['post']['requestBody']
>['content']['application/json']

/** Fields with their own errors, by API name. */
export const POLICY_FIELDS = [
  'groupId',
  'productId',
  'rateBps',
  'amountCents',
  'duration',
  'durationMonths',
  'holdDays',
] as const
export type PolicyField = (typeof POLICY_FIELDS)[number]

/** The state of form controls that aren't text inputs. */
export interface PolicyFormState {
  type: CommissionPolicy['type']
  duration: CommissionPolicy['duration']
  /** The version being replaced; undefined for a new policy. */
  replaces: CommissionPolicy | undefined
}

const MAX_MONTHS = 120

/** Parses the policy form, or returns the invalid field. */
export function readPolicyTerms(
  form: FormData,
  { type, duration, replaces }: PolicyFormState,
): PolicyTerms | FieldErrors<PolicyField> {
  const groupId = replaces === undefined ? readGroup(form) : replaces.groupId
  const productId = replaces === undefined ? readText(form, 'productId') || null : replaces.productId
  if (replaces === undefined && productId === null && groupId === null) {
    // The group is only mentioned if the program has groups.
    const groupHint = form.has('groupId') ? t('settings.orChooseGroup') : ''
    return new FieldErrors({ productId: t('settings.enterProductIDSentWith', { instead: groupHint }) })
  }

  const pay = readPay(form, type)
  if (pay instanceof FieldErrors) return pay

  const durationMonths = duration === 'months' ? parseDecimal(readText(form, 'durationMonths'), 0) : undefined
  const isOutside = durationMonths === undefined || durationMonths < 1 || durationMonths > MAX_MONTHS
  if (duration === 'months' && isOutside) {
    return new FieldErrors({
      durationMonths: t('settings.enterWholeNumberFrom1', { maxMonths: MAX_MONTHS }),
    })
  }

  const holdText = readText(form, 'holdDays')
  const holdDays = holdText === '' ? undefined : parseDecimal(holdText, 0)
  if (holdText !== '' && (holdDays === undefined || holdDays > MAX_DAYS)) {
    return new FieldErrors({ holdDays: t('settings.enterWholeNumberDaysFrom', { maxDays: MAX_DAYS }) })
  }
  return {
    type,
    duration,
    ...pay,
    ...(groupId === null ? {} : { groupId }),
    ...(productId === null ? {} : { productId }),
    ...(durationMonths === undefined ? {} : { durationMonths }),
    ...(holdDays === undefined ? {} : { holdDays }),
  }
}

function readGroup(form: FormData): number | null {
  const text = readText(form, 'groupId')
  return text === '' ? null : Number(text)
}

type Pay = Pick<PolicyTerms, 'rateBps' | 'amountCents' | 'currency'>

function readPay(
  form: FormData,
  type: CommissionPolicy['type'],
): Pay | FieldErrors<'rateBps'> | FieldErrors<'amountCents'> {
  if (type === 'percent') {
    const rateBps = parsePercentBps(readText(form, 'rate'))
    return rateBps === undefined ? new FieldErrors({ rateBps: percentError('12.5') }) : { rateBps }
  }
  const currency = readCurrency(form, 'currency')
  const amountCents = parseMoney(readText(form, 'amount'), currency)
  return amountCents === undefined
    ? new FieldErrors({ amountCents: moneyError(currency) })
    : { amountCents, currency }
}

/** Returns whether the terms equal a version's terms, where omitted terms are null. */
export function isSameTerms(terms: PolicyTerms, version: CommissionPolicy): boolean {
  const { type, duration, rateBps = null, amountCents = null, currency = null } = terms
  const { durationMonths = null, holdDays = null } = terms
  const values = { type, duration, rateBps, amountCents, currency, durationMonths, holdDays }
  return enumValues(values).every((name) => values[name] === version[name])
}
