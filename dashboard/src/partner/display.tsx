import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTimeZone } from '../format/date.ts'
import { CURRENCIES, formatMoney } from '../format/money.ts'
import { t } from '../messages/portal-text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { FigureText } from '../ui/figure-text.tsx'
import type { SegmentedProps } from '../ui/segmented.tsx'
import { ErrorState, SkeletonRows } from '../ui/states.tsx'
import type { EarningState, PortalProgram } from './queries.ts'

/** Renders loaded data, or the loading and error states. */
export function QueryView<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <SkeletonRows rows={4} />
}

/** States the time zone of the page's times: the program's on its pages, the partner's own in the profile. */
export function TimeZoneNote({ program }: { program: Pick<PortalProgram, 'timeZone' | 'clockAheadMs'> }) {
  const { timeZone, clockAheadMs } = program
  return t('display.timeZoneTimeZone', { timeZone: formatTimeZone(timeZone, Date.now() + clockAheadMs) })
}

/**
 * Amounts by currency, one per line; a dash if there are none. `rem` is the size for amounts in their own
 * box.
 */
export function Money({ sums, rem }: { sums: Readonly<Record<string, number | undefined>>; rem?: number }) {
  const all = CURRENCIES.filter((currency) => sums[currency] !== undefined)
  if (all.length === 0) return <span className="text-ink-3">–</span>
  return all.map((currency) => {
    const text = formatMoney(sums[currency] ?? 0, currency)
    return rem === undefined ? (
      <span key={currency} className="block whitespace-nowrap tabular-nums">
        {text}
      </span>
    ) : (
      <FigureText key={currency} text={text} rem={rem} />
    )
  })
}

/** Like `Segmented` but with plain buttons, to keep the portal's bundle small. */
export function Choice<Value extends string>({ label, value, choices, onChoose }: SegmentedProps<Value>) {
  return (
    <fieldset className="inline-flex max-w-full flex-wrap items-center gap-0.5 rounded-lg bg-fill p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
          className={clsx(
            'min-h-8 pointer-coarse:min-h-10 rounded-md px-2.5 py-1 font-medium transition-colors',
            choice.value === value
              ? 'bg-surface text-ink shadow-card dark:bg-fill-strong'
              : 'text-ink-3 hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

/** Shows that a row opens. */
export function RowChevron({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronDown
      aria-hidden="true"
      className={clsx('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-180')}
    />
  )
}

export const STATES: Record<EarningState, { label: string; tone: Tone }> = {
  on_hold: { label: t('display.states.onHold'), tone: 'warn' },
  awaiting_review: { label: t('display.states.awaitingReview'), tone: 'warn' },
  approved: { label: t('display.states.approved'), tone: 'accent' },
  paid: { label: t('display.states.paid'), tone: 'good' },
  reversed: { label: t('display.states.reversed'), tone: 'bad' },
}

export function StatusBadge({ program }: { program: PortalProgram }) {
  if (program.sandbox) return <Badge tone="warn">{t('display.sandbox')}</Badge>
  if (program.status !== 'active') return <Badge>{t('display.programNotActive')}</Badge>
  switch (program.partnerStatus) {
    case 'approved':
      return <Badge tone="good">{t('display.approved')}</Badge>
    case 'pending':
      return <Badge tone="warn">{t('display.waitingForApproval')}</Badge>
    case 'rejected':
      return <Badge tone="bad">{t('display.rejected')}</Badge>
    case 'closed':
      return <Badge>{t('display.closed')}</Badge>
  }
}
