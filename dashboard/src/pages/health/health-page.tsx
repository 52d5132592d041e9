import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { HeartPulse } from 'lucide-react'
import { healthQuery } from '../../api/request-queries.ts'
import type { RequestHealth } from '../../api/types.ts'
import { formatDayRange, toDay } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { type PeriodSearch, toPeriodRequest } from '../../search/period.ts'
import { PeriodPicker } from '../../search/period-picker.tsx'
import { programTimeMs, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx'
import { Funnel } from './funnel.tsx'
import { InactivityAlerts } from './inactivity-alerts.tsx'
import { RequestCard } from './request-card.tsx'
import type { Days } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/health')

export function HealthPage() {
  const programId = useProgramId()
  const program = useProgram()
  const { timeZone } = program
  const search = route.useSearch()
  const { change } = listSearch<PeriodSearch>(route.useNavigate())
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    healthQuery(programId, toPeriodRequest(search)),
  )
  const days = data && { from: data.meta.firstDay, to: data.meta.lastDay }
  return (
    <>
      <PageHeader
        title={t('health.health')}
        description={
          days === undefined ? (
            <Skeleton className="h-5 w-72" />
          ) : (
            t('health.trackingRequestsAndTheirOutcomes', { from: formatDayRange(days.from, days.to) })
          )
        }
        actions={
          <>
            <PeriodPicker
              value={search}
              today={toDay(programTimeMs(program), timeZone)}
              onChange={({ period, from, to }) => change({ period, from, to })}
            />
            <Button asChild>
              <Link to="/programs/$programId/rejected-requests" params={{ programId }}>
                {t('health.rejectedRequests')}
              </Link>
            </Button>
          </>
        }
      />
      {data !== undefined && days !== undefined ? (
        <div
          aria-busy={isPlaceholderData}
          className={clsx('transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <Report health={data.data} days={days} />
        </div>
      ) : (
        <Card>
          {isPending ? (
            <SkeletonRows rows={8} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
        </Card>
      )}
    </>
  )
}

/** Limits the days to those with request counts, so that a count and its linked list cover the same days. */
function countedDays(days: Days, countedSince: string | null): Days {
  const isLater = countedSince !== null && countedSince > days.from && countedSince <= days.to
  return isLater ? { ...days, from: countedSince } : days
}

function Report({ health, days }: { health: RequestHealth; days: Days }) {
  const { requests, steps, inactivityAlerts, countedSince } = health
  const { commissions } = steps
  const isEmpty =
    requests.every((one) => one.requests === 0) &&
    [steps.clicks, steps.leads, steps.sales, ...Object.values(commissions)].every((count) => count === 0)
  return (
    <div className="flex flex-col gap-4">
      <InactivityAlerts inactivityAlerts={inactivityAlerts} />
      {isEmpty ? (
        <NoRequests isNew={countedSince === null} />
      ) : (
        <>
          <Funnel steps={steps} days={days} />
          <CountedSince day={countedSince} days={days} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {requests.map((one) => (
              <RequestCard key={one.type} counted={one} days={countedDays(days, countedSince)} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

/** Requests weren't counted when older events arrived, so the totals differ for those days. */
function CountedSince({ day, days }: { day: string | null; days: Days }) {
  if (day !== null && day <= days.from) return null
  return (
    <p className="text-ink-3">
      {day === null
        ? t('health.noTrackingRequestsHaveBeen')
        : t('health.requestDetailsAreAvailableFrom', { day: formatDayRange(day, day) })}
    </p>
  )
}

function NoRequests({ isNew }: { isNew: boolean }) {
  const programId = useProgramId()
  return (
    <Card>
      <EmptyState
        icon={HeartPulse}
        title={isNew ? t('health.noTrackingRequestsYet') : t('health.noTrackingRequestsInThis')}
        action={
          <Button asChild look="primary">
            <Link to="/programs/$programId/integration" params={{ programId }}>
              {t('health.checkIntegration')}
            </Link>
          </Button>
        }
      >
        {t('health.clicksSignupsSalesAndRefunds')}
      </EmptyState>
    </Card>
  )
}
