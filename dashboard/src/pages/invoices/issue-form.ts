import type { InvoiceRequest } from '../../api/money-queries.ts'
import type { Currency, InvoicePreview } from '../../api/types.ts'
import { BASE_CURRENCY, CURRENCIES } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { FieldErrors } from '../../ui/use-form.ts'

/** Invoices are in US dollars, so every other currency needs an exchange rate. */
export const RATED_CURRENCIES = CURRENCIES.filter((currency) => currency !== BASE_CURRENCY)

/** Returns a sample rate for common currencies; a wrong one would be misleading. */
export function exampleRate(currency: Currency): string | undefined {
  return { EUR: '1.0832', VND: '0.000039' }[currency]
}

/** Form state. Rates are undefined until entered. */
export interface TypedInvoice {
  month: string
  rates: Readonly<Record<Currency, string>>
}

/** Converts the input for the service: decimal points, and no empty rates. */
export function toRequest({ month, rates }: TypedInvoice): InvoiceRequest {
  const typed = RATED_CURRENCIES.map(
    (currency) => [currency, (rates[currency] ?? '').trim().replace(',', '.')] as const,
  )
  return { month: month.trim(), rates: Object.fromEntries(typed.filter(([, rate]) => rate !== '')) }
}

export function isSameRequest(a: InvoiceRequest, b: InvoiceRequest): boolean {
  return a.month === b.month && RATED_CURRENCIES.every((currency) => a.rates[currency] === b.rates[currency])
}

/** Returns the currencies without a rate. */
function missingRates({ rates }: InvoicePreview): Currency[] {
  return rates.filter(({ rate }) => rate === null).map(({ currency }) => currency)
}

/** Returns whether the previewed invoice only needs to be confirmed. */
export function canBeIssued(
  preview: InvoicePreview,
): preview is InvoicePreview & Required<Pick<InvoicePreview, 'totalUsdCents'>> {
  return preview.totalUsdCents !== undefined && preview.lines > 0 && preview.lastInvoicedMonth === null
}

/** A rate field is named after its currency. */
export type IssueField = 'month' | 'isConfirmed' | Currency

export interface IssueBody {
  month: string
  exchangeRates: Readonly<Record<Currency, string>>
  confirmRates: Currency[]
}

/** Builds the request for the previewed invoice, including the unusual rates the user confirmed. */
export function toIssueBody(
  { month, rates: exchangeRates }: InvoiceRequest,
  { rates }: InvoicePreview,
  isConfirmed: boolean,
): IssueBody | FieldErrors<IssueField> {
  const unusual = RATED_CURRENCIES.filter((rated) =>
    rates.some(({ currency, unusual }) => currency === rated && unusual !== null),
  )
  if (unusual.length === 0 || isConfirmed) return { month, exchangeRates, confirmRates: unusual }
  return fieldErrors({ isConfirmed: t('invoices.confirmThatRateIsCorrect') })
}

/** Returns errors for the missing rates; undefined if there are none. */
export function missingRateErrors(preview: InvoicePreview | undefined): FieldErrors<IssueField> | undefined {
  const missingCurrencies = preview === undefined ? [] : missingRates(preview)
  if (missingCurrencies.length === 0) return undefined
  return fieldErrors(
    Object.fromEntries(
      missingCurrencies.map((currency) => [currency, t('invoices.enterRateThereAreFees', { currency })]),
    ),
  )
}

function fieldErrors(errors: Partial<Record<IssueField, string>>): FieldErrors<IssueField> {
  return new FieldErrors({ month: undefined, isConfirmed: undefined, ...errors })
}
