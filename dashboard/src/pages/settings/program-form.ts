import type { paths } from '../../api/schema.d.ts'
import type { Currency } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { parseDecimal, parseMoney, parsePercent } from '../../format/parse-decimal.ts'

export type ProgramChanges = NonNullable<
  paths['/api/programs/{programId}']['patch']['requestBody']
>['content']['application/json']

/** What a form says, or the field that says nothing usable. */
export type Reading = { changes: ProgramChanges } | { field: string; message: string }

export function readIdentity(form: FormData): Reading {
  const name = textOf(form, 'name')
  if (name === '') return { field: 'name', message: 'Give the program a name.' }
  const status = oneOf(form, 'status', ['active', 'paused', 'archived'] as const)
  return { changes: { name, status, timeZone: textOf(form, 'timeZone') } }
}

export function readTracking(form: FormData): Reading {
  const attributionWindowDays = readDays(form, 'attributionWindowDays', 1)
  if (attributionWindowDays === undefined) return notDays('attributionWindowDays', 1)
  const cookieWindowDays = readDays(form, 'cookieWindowDays', 1)
  if (cookieWindowDays === undefined) return notDays('cookieWindowDays', 1)
  return {
    changes: {
      leadAuthPolicy: oneOf(form, 'leadAuthPolicy', ['server_verified', 'browser_allowed'] as const),
      paymentTrackingMode: oneOf(form, 'paymentTrackingMode', ['processor_connect', 's2s'] as const),
      attributionWindowDays,
      cookieWindowDays,
    },
  }
}

const MOST_BPS = 10_000

export function readMoney(form: FormData): Reading {
  const holdPeriodDays = readDays(form, 'holdPeriodDays', 0)
  if (holdPeriodDays === undefined) return notDays('holdPeriodDays', 0)
  const platformFeeBps = parsePercent(textOf(form, 'platformFee'))
  if (platformFeeBps === undefined || platformFeeBps > MOST_BPS) {
    return {
      field: 'platformFeeBps',
      message: 'Type a percentage from 0 to 100 with at most two decimals, such as 3.5.',
    }
  }
  const commissionApproval = oneOf(form, 'commissionApproval', ['automatic', 'review'] as const)
  const changes = { holdPeriodDays, platformFeeBps, commissionApproval }
  const amount = textOf(form, 'perLeadAmount')
  if (amount === '') return { changes: { ...changes, perLeadCommission: null } }
  const currency = oneOf(form, 'perLeadCurrency', CURRENCIES)
  const amountCents = parseMoney(amount, currency)
  if (amountCents === undefined || amountCents === 0)
    return { field: 'perLeadCommission', message: notMoney(currency) }
  return { changes: { ...changes, perLeadCommission: { amountCents, currency } } }
}

export function notMoney(currency: Currency): string {
  return currency === 'VND'
    ? 'Type a whole amount without separators, such as 250000.'
    : 'Type an amount with at most two decimals and no separators, such as 1250.50.'
}

const MOST_DAYS = 365

function readDays(form: FormData, field: string, least: number): number | undefined {
  const days = parseDecimal(textOf(form, field), 0)
  return days !== undefined && days >= least && days <= MOST_DAYS ? days : undefined
}

function notDays(field: string, least: number): Reading {
  return { field, message: `Type a whole number of days from ${least} to ${MOST_DAYS}.` }
}

function textOf(form: FormData, field: string): string {
  return String(form.get(field) ?? '').trim()
}

/** The chosen one; a form of ours offers no other. */
function oneOf<const T extends string>(form: FormData, field: string, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === form.get(field))
  if (chosen === undefined) throw new Error(`the form has no ${field}`)
  return chosen
}
