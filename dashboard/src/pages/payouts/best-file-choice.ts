import type { Currency, PaymentFileFormat } from '../../api/types.ts'
import { BASE_CURRENCY } from '../../format/money.ts'

/** A currency and format, and how many payouts such a file can include. */
export interface FileChoice {
  currency: Currency
  format: PaymentFileFormat
  payouts: number
}

/** Returns the chosen currency and format. What wasn't chosen defaults to what includes the most payouts. */
export function bestFileChoice(
  choices: readonly FileChoice[],
  chosen: { currency?: Currency; format?: PaymentFileFormat },
): Pick<FileChoice, 'currency' | 'format'> {
  const possibleChoices = choices.filter(
    ({ currency, format }) =>
      currency === (chosen.currency ?? currency) && format === (chosen.format ?? format),
  )
  const [first, ...others] = possibleChoices
  if (first === undefined) return { currency: chosen.currency ?? BASE_CURRENCY, format: 'wise' }
  return others.reduce((best, one) => (one.payouts > best.payouts ? one : best), first)
}
