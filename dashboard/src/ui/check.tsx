import type { ComponentProps, ReactNode } from 'react'

const BOX = 'mt-0.5 size-4 shrink-0 accent-accent'

/** A checkbox with a one-sentence explanation. */
export function Checkbox({
  label,
  hint,
  ...props
}: ComponentProps<'input'> & { label: string; hint?: ReactNode }) {
  return (
    <label className="flex items-start gap-2.5 pointer-coarse:min-h-10 pointer-coarse:py-2.5">
      <input type="checkbox" className={BOX} {...props} />
      <span className="min-w-0">
        <span className="font-medium">{label}</span>
        {hint !== undefined && <span className="block text-[0.8125rem] text-ink-3">{hint}</span>}
      </span>
    </label>
  )
}

/** Selects a table row; `label` names the row. Pressing it doesn't open the row. */
export function RowCheckbox({ label, ...props }: ComponentProps<'input'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only stops presses from opening the row
    <label
      className="-m-2 grid size-9 pointer-coarse:size-10 cursor-pointer place-items-center"
      onClick={(event) => event.stopPropagation()}
    >
      <input type="checkbox" aria-label={label} className="size-4 accent-accent" {...props} />
    </label>
  )
}

/** A radio group whose options each have a sentence of explanation. */
export function RadioCards<Value extends string>({
  legend,
  name,
  choices,
  defaultValue,
  onChoose,
}: {
  legend: string
  name: string
  choices: readonly { value: Value; label: string; hint: ReactNode }[]
  defaultValue: Value
  onChoose?: (value: Value) => void
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {choices.map(({ value, label, hint }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-2.5 rounded-lg border p-3 transition-colors has-checked:border-accent has-checked:bg-accent-soft/50 has-disabled:cursor-default"
        >
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            onChange={() => onChoose?.(value)}
            className={BOX}
          />
          <span className="min-w-0">
            <span className="font-medium">{label}</span>
            <span className="mt-0.5 block text-[0.8125rem] text-ink-3">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
