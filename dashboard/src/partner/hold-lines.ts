import { formatDay } from '../format/date.ts'
import { formatList } from '../format/list.ts'
import { formatMoney, nonzeroCurrencies } from '../format/money.ts'
import { t } from '../messages/portal-text.ts'
import type { PortalBalance, PortalHolds } from './queries.ts'

/** Lists when amounts become payable. A hold that has ended waits for the program's approval. */
export function holdLines(
  balances: readonly Pick<PortalBalance, 'nextDueAt'>[],
  { days, laterByCurrency }: PortalHolds,
  now: number,
): string[] {
  const isWaiting = balances.some(({ nextDueAt }) => nextDueAt !== null && Date.parse(nextDueAt) <= now)
  const later = amountsText(laterByCurrency)
  const lines = [
    ...(isWaiting ? [t('holdLines.partIsWaitingForApproval')] : []),
    ...(days.length === 0 ? [] : [t('holdLines.payableFrom')]),
    ...days.map(({ day, centsByCurrency }) =>
      t('holdLines.dayAmounts', { day: formatDay(day), amounts: amountsText(centsByCurrency) }),
    ),
    ...(later === '' ? [] : [t('holdLines.laterAmounts', { amounts: later })]),
  ]
  return lines.length === 0 ? [t('holdLines.untilHoldPeriodEnds')] : lines
}

function amountsText(sums: PortalHolds['laterByCurrency']): string {
  return formatList(nonzeroCurrencies(sums).map((currency) => formatMoney(sums[currency] ?? 0, currency)))
}
