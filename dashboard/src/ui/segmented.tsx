import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

export interface SegmentedProps<Value extends string> {
  label: string
  /** Undefined if none is selected. */
  value: Value | undefined
  choices: readonly { value: Value; label: ReactNode }[]
  onChoose: (value: Value) => void
}

/** A segmented control: a few options, all visible. Arrow keys change the selection. */
export function Segmented<Value extends string>({ label, value, choices, onChoose }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex min-h-9 max-w-full flex-wrap items-center pointer-coarse:min-h-11 gap-0.5 rounded-lg bg-fill p-0.5"
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={clsx(
            'relative inline-flex min-h-8 pointer-coarse:min-h-10 max-w-full items-center rounded-md px-2.5 font-medium text-ink-3 transition-colors hover:text-ink sm:px-3',
            'has-checked:bg-surface has-checked:text-ink has-checked:shadow-card dark:has-checked:bg-fill-strong',
          )}
        >
          <input
            type="radio"
            name={name}
            // Not part of the surrounding form.
            form=""
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
