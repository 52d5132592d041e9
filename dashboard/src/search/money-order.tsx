import type { ReactNode } from 'react'
import type { CentsByCurrency, Currency } from '../api/types.ts'
import { CURRENCIES, currenciesOf } from '../format/money.ts'
import { t } from '../messages/team-text.ts'
import { ChoiceFilter } from './choice-filter.tsx'

/**
 * Money of several currencies has no order of its own: whose money orders a list, where money does.
 * @param sums of the rows that are shown; `children` is what is said where no currency was chosen
 */
export function MoneyOrder({
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
  if (!isByMoney || (currenciesOf(...sums).length <= 1 && currency === undefined)) return null
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
