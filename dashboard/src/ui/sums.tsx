import { Minus } from 'lucide-react'
import type { CentsByCurrency } from '../api/types.ts'
import { formatMoney, nonzeroCurrencies } from '../format/money.ts'
import { t } from '../messages/shared-text.ts'

/** One line per currency, because currencies are never added up. */
export function Sums({ sums }: { sums: CentsByCurrency }) {
  const currencies = nonzeroCurrencies(sums)
  if (currencies.length === 0) {
    return (
      <>
        <Minus aria-hidden="true" className="ml-auto inline size-3.5 text-ink-3" />
        <span className="sr-only">{t('ui.nothing')}</span>
      </>
    )
  }
  return currencies.map((currency) => (
    <span key={currency} className="block whitespace-nowrap">
      {formatMoney(sums[currency] ?? 0, currency)}
    </span>
  ))
}
