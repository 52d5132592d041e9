import { Select } from '../ui/field.tsx'

/** One filter of a list; `all` is what no choice means: "Every status". */
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
