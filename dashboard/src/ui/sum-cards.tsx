import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { FigureText } from './figure-text.tsx'
import { InfoTip } from './info-tip.tsx'
import { Skeleton } from './states.tsx'
import { SUM_GRID, WIDE_SUM_GRID } from './sum-grid.ts'

export interface SumCard {
  name: string
  /** What the amount includes. */
  definition?: string
  /** One line per currency. */
  lines: string[]
  note?: ReactNode
}

/** Totals for the rows below. Undefined while loading. */
export function SumCards({ label, cards }: { label: string; cards: SumCard[] | undefined }) {
  if (cards === undefined) return <Skeleton className="mb-4 h-24 w-full rounded-xl" />
  return (
    <dl aria-label={label} className={clsx(SUM_GRID, WIDE_SUM_GRID, 'mb-4')}>
      {cards.map(({ name, definition, lines, note }) => (
        <div key={name} className="@container min-w-0 rounded-xl border bg-surface px-4 py-3 shadow-card">
          <dt className="flex items-center justify-between gap-1 text-ink-3">
            {name}
            {definition !== undefined && (
              <span className="-my-1 -mr-1.5">
                <InfoTip term={name}>{definition}</InfoTip>
              </span>
            )}
          </dt>
          <dd className="mt-1">
            {lines.map((line) => (
              <FigureText key={line} text={line} rem={1.125} className="font-semibold" />
            ))}
            {note !== undefined && <span className="text-ink-3 text-xs">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
