import type { InvoiceRequest } from '../../api/money-queries.ts'
import type { Currency, InvoicePreview } from '../../api/types.ts'
import { BASE_CURRENCY, CURRENCIES } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { Misread } from '../../ui/use-form.ts'

/** An invoice is in dollars: the rate of every other currency is asked for. */
export const RATED = CURRENCIES.filter((currency) => currency !== BASE_CURRENCY)

/** What a rate looks like, where we know one: another currency's would be an example of a wrong one. */
export function exampleOf(currency: Currency): string | undefined {
  return { EUR: '1.0832', VND: '0.000039' }[currency]
}

/** What stands in the form: a rate is there once somebody typed one. */
export interface TypedInvoice {
  month: string
  rates: Readonly<Record<Currency, string>>
}

/** What is typed, as the service takes it: a decimal point, and no rate that was left empty. */
export function toRequest({ month, rates }: TypedInvoice): InvoiceRequest {
  const typed = RATED.map((currency) => [currency, (rates[currency] ?? '').trim().replace(',', '.')] as const)
  return { month: month.trim(), rates: Object.fromEntries(typed.filter(([, rate]) => rate !== '')) }
}

export function isSameRequest(one: InvoiceRequest, other: InvoiceRequest): boolean {
  return one.month === other.month && RATED.every((currency) => one.rates[currency] === other.rates[currency])
}

/** The currencies whose rate is not known yet. */
function missingRates({ rates }: InvoicePreview): Currency[] {
  return rates.filter(({ rate }) => rate === null).map(({ currency }) => currency)
}

/** Whether nothing but a confirmation is between this preview and its invoice. */
export function canBeIssued(
  preview: InvoicePreview,
): preview is InvoicePreview & Required<Pick<InvoicePreview, 'totalUsdCents'>> {
  return preview.totalUsdCents !== undefined && preview.lines > 0 && preview.takenMonth === null
}

/** A rate's field has the name of its currency. */
export type IssueField = 'month' | 'isConfirmed' | Currency

export interface IssueBody {
  month: string
  exchangeRates: Readonly<Record<Currency, string>>
  confirmRates: Currency[]
}

/** The invoice that was seen, with the unusual rates that somebody has confirmed. */
export function toIssueBody(
  { month, rates: exchangeRates }: InvoiceRequest,
  { rates }: InvoicePreview,
  isConfirmed: boolean,
): IssueBody | Misread<IssueField> {
  const unusual = RATED.filter((rated) =>
    rates.some(({ currency, unusual }) => currency === rated && unusual !== null),
  )
  if (unusual.length === 0 || isConfirmed) return { month, exchangeRates, confirmRates: unusual }
  return misread({ isConfirmed: t('invoices.confirmThatRateIsCorrect') })
}

/** What stands at the fields whose rate the preview lacks; undefined: it lacks none. */
export function readMissing(preview: InvoicePreview | undefined): Misread<IssueField> | undefined {
  const missing = preview === undefined ? [] : missingRates(preview)
  if (missing.length === 0) return undefined
  return misread(
    Object.fromEntries(
      missing.map((currency) => [currency, t('invoices.enterRateThereAreFees', { currency })]),
    ),
  )
}

function misread(wrong: Partial<Record<IssueField, string>>): Misread<IssueField> {
  return new Misread({ month: undefined, isConfirmed: undefined, ...wrong })
}
