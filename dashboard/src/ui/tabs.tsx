import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Views of the same thing, one at a time. */
export function Tabs<Value extends string>({
  label,
  selected,
  onSelect,
  views,
}: {
  label: string
  selected: Value
  onSelect: (value: Value) => void
  views: readonly { value: Value; name: string; content: ReactNode }[]
}) {
  return (
    // safe because only the values of `views` are offered
    <Radix.Root value={selected} onValueChange={(value) => onSelect(value as Value)}>
      <Radix.List aria-label={label} className="mb-2 flex flex-wrap gap-x-4 border-b">
        {views.map(({ value, name }) => (
          <Radix.Trigger
            key={value}
            value={value}
            className="-mb-px border-transparent border-b-2 pb-1.5 font-medium pointer-coarse:min-h-10 text-ink-3 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {views.map(({ value, content }) => (
        <Radix.Content key={value} value={value} tabIndex={-1}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
