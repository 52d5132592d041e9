import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { TimelineItem } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { TIMELINE_TYPES } from './conclusion-labels.ts'
import { ServiceText } from './service-text.tsx'

const BAD: readonly TimelineItem['type'][] = ['rejected_request', 'refund', 'dispute', 'payout_canceled']
const GOOD: readonly TimelineItem['type'][] = ['payout_paid', 'dispute_won']

/** The events, oldest first. `renderLink` links an item to its details. */
export function TimelineList({
  items,
  timeZone,
  renderLink,
}: {
  items: readonly TimelineItem[]
  timeZone: string
  renderLink?: (item: TimelineItem) => ReactNode
}) {
  return (
    <ol className="flex flex-col">
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: timeline items never move
        <li key={place} className="relative pb-5 pl-6 last:pb-0">
          <span
            aria-hidden="true"
            className={clsx('absolute top-1.5 left-1 size-2 rounded-full', dotColor(item))}
          />
          <span
            aria-hidden="true"
            className="absolute top-4 bottom-0 left-[0.4375rem] w-px bg-line-strong [li:last-child>&]:hidden"
          />
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{TIMELINE_TYPES[item.type].label}</span>
            <time dateTime={item.at} className="text-ink-3 text-xs">
              {formatExactInstant(item.at, timeZone)}
            </time>
            {renderLink?.(item)}
          </p>
          <p className="wrap-anywhere mt-0.5 max-w-[75ch] text-ink-2">
            <ServiceText text={item.text} />
          </p>
        </li>
      ))}
    </ol>
  )
}

function dotColor({ type, isOtherClick }: TimelineItem): string {
  if (isOtherClick === true) return 'bg-line-strong'
  if (BAD.includes(type)) return 'bg-bad'
  return GOOD.includes(type) ? 'bg-good' : 'bg-accent'
}
