import { useState } from 'react'
import type { CentsByCurrency, Currency } from '../../api/types.ts'
import { formatMoney, nonzeroCurrencies } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { Popover } from '../../ui/popover.tsx'

/** The amounts in currencies other than the one shown, behind "+2 currencies". Zero amounts are omitted. */
export function MoreCurrencies({
  label,
  sums,
  currency,
}: {
  /** The metric's name. */
  label: string
  sums: CentsByCurrency
  currency: Currency
}) {
  const [isOpen, setIsOpen] = useState(false)
  const others = nonzeroCurrencies(sums).filter((other) => other !== currency)
  if (others.length === 0) return null
  const name = t('overview.labelInOtherCurrencies', { label })
  return (
    <Popover
      label={name}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="start"
      trigger={
        <button
          type="button"
          className="relative mt-1 -ml-1 flex min-h-6 pointer-coarse:min-h-11 items-center rounded-md px-1 text-ink-3 text-xs underline decoration-dotted underline-offset-3 hover:text-ink"
        >
          {t('overview.moreCurrencies', { count: others.length })}
          <span className="sr-only"> ({label})</span>
        </button>
      }
    >
      <p className="mb-2 font-medium">{name}</p>
      <ul className="flex flex-col gap-1 tabular-nums">
        {others.map((other) => (
          <li key={other}>{formatMoney(sums[other] ?? 0, other)}</li>
        ))}
      </ul>
    </Popover>
  )
}
