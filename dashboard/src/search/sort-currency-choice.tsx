import type { ReactNode } from 'react'
import type { CentsByCurrency, Currency } from '../api/types.ts'
import { CURRENCIES, nonzeroCurrencies } from '../format/money.ts'
import { t } from '../messages/team-text.ts'
import { ChoiceFilter } from './choice-filter.tsx'

/**
 * Selects the currency of the amounts a list is sorted by, since amounts in different currencies have no common order.
 * @param sums totals of the visible rows; `children` is shown if no currency is selected
 */
export function SortCurrencyChoice({
  isByMoney,
  sums,
  currency,
  onChange,
  children,
}: {
  isByMoney: boolean
  sums: CentsByCurrency[]
  currency: Currency | undefined
  onChange: (currency: Currency | undefined) => void
  children?: ReactNode
}) {
  if (!isByMoney || (nonzeroCurrencies(...sums).length <= 1 && currency === undefined)) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5 text-ink-3 sm:px-5">
      <span>{t('search.sortedBy')}</span>
      <ChoiceFilter
        label={t('search.sortCurrency')}
        all={t('search.allCurrenciesNotConverted')}
        value={currency}
        choices={CURRENCIES.map((one) => ({ value: one, label: one }))}
        onChange={onChange}
      />
      {currency === undefined && children}
    </div>
  )
}
