import type { InvoiceRequest } from '../../api/money-queries.ts'
import type { Currency, InvoicePreview } from '../../api/types.ts'
import { wordsOf } from '../../format/words.ts'
import { Misread } from '../../ui/use-form.ts'

export type RatedCurrency = Exclude<Currency, 'USD'>

/** An invoice is in dollars: the rate of every other currency is asked for, with an example of one. */
export const RATE_EXAMPLES: Record<RatedCurrency, string> = { EUR: '1.0832', VND: '0.000039' }
export const RATED = wordsOf(RATE_EXAMPLES)

/** What is typed, as the service takes it: a decimal point, and no rate that was left empty. */
export function toRequest(typed: { month: string } & Record<RatedCurrency, string>): InvoiceRequest {
  const rates = RATED.map((currency) => [currency, typed[currency].trim().replace(',', '.')] as const)
  return { month: typed.month.trim(), ...Object.fromEntries(rates.filter(([, rate]) => rate !== '')) }
}

export function isSameRequest(one: InvoiceRequest, other: InvoiceRequest): boolean {
  return one.month === other.month && RATED.every((currency) => one[currency] === other[currency])
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

export type IssueField = 'month' | 'isConfirmed' | RatedCurrency

export interface IssueBody {
  month: string
  exchangeRates: Partial<Record<RatedCurrency, string>>
  confirmRates: RatedCurrency[]
}

/** The invoice that was seen, with the unusual rates that somebody has confirmed. */
export function toIssueBody(
  { month, ...exchangeRates }: InvoiceRequest,
  { rates }: InvoicePreview,
  isConfirmed: boolean,
): IssueBody | Misread<IssueField> {
  const unusual = RATED.filter((rated) =>
    rates.some(({ currency, unusual }) => currency === rated && unusual !== null),
  )
  if (unusual.length === 0 || isConfirmed) return { month, exchangeRates, confirmRates: unusual }
  return misread({ isConfirmed: 'Confirm that the rate is right, or change it.' })
}

/** What stands at the fields whose rate the preview lacks; undefined: it lacks none. */
export function readMissing(preview: InvoicePreview | undefined): Misread<IssueField> | undefined {
  const missing = preview === undefined ? [] : missingRates(preview)
  if (missing.length === 0) return undefined
  return misread(
    Object.fromEntries(
      missing.map((currency) => [currency, `Type the rate: there are fees in ${currency}.`]),
    ),
  )
}

function misread(wrong: Partial<Record<IssueField, string>>): Misread<IssueField> {
  return new Misread({ month: undefined, isConfirmed: undefined, EUR: undefined, VND: undefined, ...wrong })
}
