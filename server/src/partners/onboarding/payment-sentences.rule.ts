import type { Language } from '../../core/enums.ts'
import { amountText, listText } from '../../core/i18n/format.rule.ts'
import { message } from '../../core/i18n/message.rule.ts'
import { isCurrency } from '../../core/money/currency.ts'
import { listHoldDays } from '../../workspace/programs/hold-days.rule.ts'

export interface PaymentTermsData {
  policies: readonly { hold_days: number | null }[]
  perLead: object | undefined
  /** Undefined if the program has no payout settings. */
  payouts: { pay_day: number | null; minimums: Readonly<Record<string, string>> } | undefined
}

/** Describes to applicants which purchases count, and when earnings are paid. */
export function paymentSentences(
  program: { name: string; attribution_window_days: number; hold_period_days: number },
  { policies, perLead, payouts }: PaymentTermsData,
  language: Language,
): string[] {
  const holdDays = listHoldDays(program, { policies, perLead })
  const [from = 0, to = from] = [holdDays.at(0), holdDays.at(-1)]
  const minimums = Object.entries(payouts?.minimums ?? {}).flatMap(([currency, cents]) =>
    isCurrency(currency) ? [amountText(language, cents, currency)] : [],
  )
  const day = payouts?.pay_day ?? null
  return [
    message(language, 'join.terms.window', { days: program.attribution_window_days }),
    from === to
      ? message(language, 'join.terms.hold', { days: from })
      : message(language, 'join.terms.holdBetween', { from, to }),
    day === null
      ? message(language, 'join.terms.byHand', { program: program.name })
      : message(language, 'join.terms.payDay', { day }),
    minimums.length === 0
      ? message(language, 'join.terms.noMinimum')
      : message(language, 'join.terms.minimum', { amounts: listText(language, minimums) }),
  ]
}
