import type { Currency } from '../api/types.ts'
import { CURRENCIES } from '../format/money.ts'
import { formatMoneyInput } from '../format/parse-decimal.ts'
import { type ControlProps, DecimalInput, Select } from './field.tsx'

/** An amount with a currency select, each submitted under its own name. */
export function MoneyInput({
  control,
  name,
  currencyName,
  currencyLabel,
  amountCents,
  currency,
}: {
  control: ControlProps
  name: string
  currencyName: string
  currencyLabel: string
  /** Initial value. If null, the amount is empty and the first currency is selected. */
  amountCents: number | null | undefined
  currency: Currency | null | undefined
}) {
  const hasValue = typeof amountCents === 'number' && typeof currency === 'string'
  return (
    <span className="flex gap-2">
      <DecimalInput
        {...control}
        name={name}
        defaultValue={hasValue ? formatMoneyInput(amountCents, currency) : ''}
      />
      <Select
        aria-label={currencyLabel}
        name={currencyName}
        defaultValue={currency ?? CURRENCIES[0]}
        className="w-28 shrink-0"
      >
        {CURRENCIES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
    </span>
  )
}
