import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Views of the same thing, one at a time: `<Tabs label="Language" views={[{ name, content }]} />`. */
export function Tabs({ label, views }: { label: string; views: { name: string; content: ReactNode }[] }) {
  return (
    <Radix.Root defaultValue={views[0]?.name ?? ''}>
      <Radix.List aria-label={label} className="mb-2 flex flex-wrap gap-x-4 border-b">
        {views.map(({ name }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="-mb-px border-transparent border-b-2 pb-1.5 font-medium pointer-coarse:min-h-10 text-ink-3 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {views.map(({ name, content }) => (
        <Radix.Content key={name} value={name} tabIndex={-1}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
