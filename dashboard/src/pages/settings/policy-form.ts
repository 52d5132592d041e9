import type { paths } from '../../api/schema.d.ts'
import type { CommissionPolicy } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { parseDecimal, parseMoney, parsePercent } from '../../format/parse-decimal.ts'
import { notMoney } from './program-form.ts'

export type PolicyTerms = NonNullable<
  paths['/api/programs/{programId}/commission-policies']['post']['requestBody']
>['content']['application/json']

type Reading = { terms: PolicyTerms } | { field: string; message: string }

const MOST_BPS = 10_000
const MOST_MONTHS = 120
const MOST_DAYS = 365

/** The terms that the policy form says, or the field that says nothing usable. */
export function readPolicyTerms(
  form: FormData,
  {
    type,
    duration,
    replaces,
  }: Pick<CommissionPolicy, 'type' | 'duration'> & { replaces: CommissionPolicy | undefined },
): Reading {
  const textOf = (field: string) => String(form.get(field) ?? '').trim()
  const productId = replaces === undefined ? textOf('productId') : replaces.productId
  if (productId === '') return { field: 'productId', message: 'Type the product id that your sales carry.' }

  const paying = readPay(type, textOf)
  if ('field' in paying) return paying

  const durationMonths = duration === 'months' ? parseDecimal(textOf('durationMonths'), 0) : undefined
  const isOutside = durationMonths === undefined || durationMonths < 1 || durationMonths > MOST_MONTHS
  if (duration === 'months' && isOutside) {
    return { field: 'durationMonths', message: `Type a whole number from 1 to ${MOST_MONTHS}.` }
  }

  const holdText = textOf('holdDays')
  const holdDays = holdText === '' ? undefined : parseDecimal(holdText, 0)
  if (holdText !== '' && (holdDays === undefined || holdDays > MOST_DAYS)) {
    return { field: 'holdDays', message: `Type a whole number of days from 0 to ${MOST_DAYS}, or nothing.` }
  }
  return {
    terms: {
      type,
      duration,
      ...paying.pay,
      ...(productId === null ? {} : { productId }),
      ...(durationMonths === undefined ? {} : { durationMonths }),
      ...(holdDays === undefined ? {} : { holdDays }),
    },
  }
}

type Pay = Pick<PolicyTerms, 'rateBps' | 'amountCents' | 'currency'>

function readPay(
  type: CommissionPolicy['type'],
  textOf: (field: string) => string,
): { pay: Pay } | { field: string; message: string } {
  if (type === 'percent') {
    const rateBps = parsePercent(textOf('rate'))
    return rateBps === undefined || rateBps > MOST_BPS
      ? {
          field: 'rateBps',
          message: 'Type a percentage from 0 to 100 with at most two decimals, such as 12.5.',
        }
      : { pay: { rateBps } }
  }
  const currency = CURRENCIES.find((one) => one === textOf('currency')) ?? 'USD'
  const amountCents = parseMoney(textOf('amount'), currency)
  return amountCents === undefined
    ? { field: 'amountCents', message: notMoney(currency) }
    : { pay: { amountCents, currency } }
}
