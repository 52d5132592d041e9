import type { Currency, PayoutSettings } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { moneyError, parseMoney } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { FieldErrors, readText } from '../../ui/use-form.ts'

export type PayoutRules = Pick<PayoutSettings, 'minimums' | 'payDay' | 'detailsRequired'>

export const minimumField = (currency: Currency) => `minimum ${currency}` as const
export type MinimumField = ReturnType<typeof minimumField>

/** Parses the form; an empty minimum means none. */
export function readPayoutRules(form: FormData): PayoutRules | FieldErrors<MinimumField> {
  const typed = CURRENCIES.map((currency) => ({ currency, text: readText(form, minimumField(currency)) }))
  const amounts = typed
    .filter(({ text }) => text !== '')
    .map(({ currency, text }) => ({ currency, minimumCents: parseMoney(text, currency) }))
  const minimums = amounts.flatMap(({ currency, minimumCents }) =>
    minimumCents === undefined || minimumCents === 0 ? [] : [{ currency, minimumCents }],
  )
  if (minimums.length < amounts.length) {
    const errors: Record<MinimumField, string | undefined> = {}
    for (const { currency, minimumCents } of amounts)
      if (minimumCents === undefined || minimumCents === 0)
        errors[minimumField(currency)] = t('settings.errorOrLeaveItBlank', {
          error: moneyError(currency),
        })
    return new FieldErrors(errors)
  }
  return {
    minimums,
    payDay: form.get('when') === 'day' ? Number(form.get('payDay')) : null,
    detailsRequired: form.get('detailsRequired') !== null,
  }
}
