import type { Currency } from '../api/types.ts'
import { enumOptions } from '../format/enums.ts'
import { CURRENCIES } from '../format/money.ts'
import { t } from '../messages/team-text.ts'
import { Select } from '../ui/field.tsx'

/** A list filter; `all` is the label for no selection: "Every status". */
export function ChoiceFilter<Value extends string>({
  label,
  all,
  value,
  choices,
  onChange,
}: {
  label: string
  all: string
  value: Value | undefined
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value | undefined) => void
}) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      className="w-auto max-w-52"
      onChange={(event) => onChange(choices.find((choice) => choice.value === event.target.value)?.value)}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}

export function StatusFilter<Status extends string>({
  value,
  statuses,
  onChange,
}: {
  value: Status | undefined
  statuses: Readonly<Record<Status, { label: string }>>
  onChange: (status: Status | undefined) => void
}) {
  return (
    <ChoiceFilter
      label={t('search.status')}
      all={t('search.allStatuses')}
      value={value}
      choices={enumOptions(statuses)}
      onChange={onChange}
    />
  )
}

export function CurrencyFilter({
  value,
  onChange,
}: {
  value: Currency | undefined
  onChange: (currency: Currency | undefined) => void
}) {
  return (
    <ChoiceFilter
      label={t('search.currency')}
      all={t('search.allCurrencies')}
      value={value}
      choices={CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
      onChange={onChange}
    />
  )
}
