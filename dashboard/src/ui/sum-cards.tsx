import type { ReactNode } from 'react'
import { Skeleton } from './states.tsx'

export interface SumCard {
  name: string
  /** What it comes to: one line for each currency. */
  lines: string[]
  note?: ReactNode
}

/** What the rows below come to. Undefined while it loads. */
export function SumCards({ label, cards }: { label: string; cards: SumCard[] | undefined }) {
  if (cards === undefined) return <Skeleton className="mb-4 h-24 w-full rounded-xl" />
  return (
    <dl aria-label={label} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {cards.map(({ name, lines, note }) => (
        <div key={name} className="min-w-0 rounded-xl border bg-surface px-4 py-3 shadow-card">
          <dt className="text-ink-3">{name}</dt>
          <dd className="mt-1">
            {lines.map((line) => (
              <span
                key={line}
                className="wrap-anywhere block font-semibold text-lg tabular-nums tracking-tight"
              >
                {line}
              </span>
            ))}
            {note !== undefined && <span className="text-ink-3 text-xs">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
