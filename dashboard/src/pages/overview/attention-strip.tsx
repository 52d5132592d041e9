import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { waitingWorkQuery } from '../../api/waiting-work-query.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { formatWaitingCount, waitingItems } from '../../shell/waiting-work.ts'

/** The team's waiting work, each kind linked to its list. Renders nothing if there is no work. */
export function AttentionStrip() {
  const programId = useProgramId()
  const { data } = useQuery(waitingWorkQuery(programId))
  const items = data === undefined ? [] : waitingItems(data)
  if (items.length === 0) return null
  return (
    <section aria-label={t('overview.needsAttention')} className="mb-4">
      <h2 className="mb-2 font-medium text-ink-3">{t('overview.needsAttention')}</h2>
      <ul className="flex flex-wrap gap-2">
        {items.map(({ kind, count, label, link }) => (
          <li key={kind} className="max-w-full">
            <Link
              {...link}
              params={{ programId }}
              className="group flex min-h-10 items-center gap-2 rounded-lg border bg-surface py-1.5 pr-2 pl-2 shadow-card transition-colors hover:border-line-strong"
            >
              <span className="shrink-0 rounded-md bg-warn-soft px-1.5 py-0.5 font-semibold text-warn tabular-nums">
                {formatWaitingCount(count)}
              </span>
              <span className="wrap-anywhere min-w-0 font-medium">{label}</span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3 group-hover:text-ink" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
