import { clsx } from 'clsx'
import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'

export interface SegmentedProps<Value extends string> {
  label: string
  /** Undefined if none is selected. */
  value: Value | undefined
  choices: readonly { value: Value; label: ReactNode }[]
  onChoose: (value: Value) => void
}

/** A segmented control: a few options, all visible. Arrow keys change the selection. */
export function Segmented<Value extends string>({ label, value, choices, onChoose }: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value ?? ''}
      // safe because only the values of `choices` are offered
      onValueChange={(chosen) => onChoose(chosen as Value)}
      className="inline-flex min-h-9 max-w-full flex-wrap items-center pointer-coarse:min-h-11 gap-0.5 rounded-lg bg-fill p-0.5"
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          className={clsx(
            'h-8 pointer-coarse:h-10 whitespace-nowrap rounded-md px-2.5 font-medium text-ink-3 transition-colors hover:text-ink sm:px-3',
            'data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-card dark:data-[state=checked]:bg-fill-strong',
          )}
        >
          {choice.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
