import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { toDay } from '../../format/date.ts'
import { t } from '../../messages/portal-text.ts'
import { calendarRanges } from '../../search/period.ts'
import { readDayRange } from '../../search/read-search.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, SkeletonRows } from '../../ui/states.tsx'
import type { DayRange } from '../day-range.ts'
import { Choice, Money, STATES, TimeZoneNote } from '../display.tsx'
import { FileButton } from '../file-button.tsx'
import { RangePopover } from '../period-choice.tsx'
import { type EarningFilter, earningsTotalsQuery, type PortalProgram, readEarnings } from '../queries.ts'
import { toQueryString, updateSearch, useAppLocation } from '../router.ts'
import { ShowMore } from '../show-more.tsx'
import { EarningRow } from './earning-row.tsx'
import { Claims, MissingSale } from './missing-sale.tsx'

const STATUSES = [
  ['pending', t('earnings.onHoldOrWaiting')],
  ['approved', t('earnings.approved')],
  ['paid', t('earnings.paid')],
  ['reversed', t('earnings.refundedOrReversed')],
] as const

/** The partner's earnings, each with its reason, and a way to look up a sale that isn't listed. */
export default function EarningsPage({ program }: { program: PortalProgram }) {
  const { search } = useAppLocation()
  const status = STATUSES.find(([value]) => value === search.get('status'))?.[0]
  const range = readDayRange(Object.fromEntries(search))
  const filter: EarningFilter = { ...(status !== undefined && { status }), ...range }
  const open = Number(search.get('open') ?? Number.NaN)
  const isMissing = search.has('missing')
  const earnings = useInfiniteQuery({
    queryKey: ['partner', program.id, 'earnings', filter],
    queryFn: ({ pageParam }) => readEarnings(program.id, filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  })
  const rows = useRef<HTMLUListElement>(null)
  const all = earnings.data?.pages.flatMap(({ data }) => data)
  const file = `/api/partner/programs/${program.id}/earnings.csv${toQueryString({ ...filter })}`
  return (
    <>
      <PageHeader
        title={t('earnings.earnings')}
        description={<TimeZoneNote program={program} />}
        actions={
          <>
            <DatesChoice program={program} range={range} />
            <Select
              aria-label={t('earnings.status')}
              value={status ?? ''}
              onChange={(event) =>
                updateSearch({ status: event.target.value === '' ? undefined : event.target.value })
              }
            >
              <option value="">{t('earnings.allStatuses')}</option>
              {STATUSES.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <FileButton href={file}>{t('earnings.csv')}</FileButton>
            <Button
              aria-expanded={isMissing}
              onClick={() => updateSearch({ missing: isMissing ? undefined : 'sale' })}
            >
              {t('missingSale.missingSale')}
            </Button>
          </>
        }
      />
      {isMissing && <MissingSale program={program} />}
      <Claims program={program} isComplete={isMissing} />
      {earnings.isError && <ErrorState error={earnings.error} onRetry={() => void earnings.refetch()} />}
      {earnings.isPending && <SkeletonRows rows={6} />}
      <Totals program={program} filter={filter} />
      {all !== undefined && (
        <Card>
          {all.length === 0 ? (
            <CardBody>
              <p className="text-ink-3">
                {status === undefined && range === undefined
                  ? t('earnings.noEarningsYetTheyAppear')
                  : t('earnings.noMatches')}
              </p>
            </CardBody>
          ) : (
            <ul
              ref={rows}
              className="divide-y [&>li:first-child>button]:rounded-t-xl [&>li:last-child>:last-child]:rounded-b-xl"
            >
              {all.map((earning) => (
                <li key={earning.id} tabIndex={-1}>
                  <EarningRow
                    program={program}
                    earning={earning}
                    amountCents={earning.amountCents - earning.reversedCents}
                    originalCents={earning.amountCents}
                    badge={<LabelBadge {...STATES[earning.state]} />}
                    isOpen={earning.id === open}
                    onToggle={() =>
                      updateSearch({ open: earning.id === open ? undefined : String(earning.id) })
                    }
                  />
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      <ShowMore list={earnings} rows={rows} className="mt-4" />
    </>
  )
}

/** Sets the first and last day in the URL; all earnings without them. */
function DatesChoice({ program, range }: { program: PortalProgram; range: DayRange | undefined }) {
  const today = toDay(Date.now() + program.clockAheadMs, program.timeZone)
  const [, thisMonth, lastMonth] = calendarRanges(today)
  const isSelectedRange = (one: DayRange | undefined) => one?.from === range?.from && one?.to === range?.to
  const value =
    range === undefined
      ? 'all'
      : isSelectedRange(thisMonth)
        ? 'this'
        : isSelectedRange(lastMonth)
          ? 'last'
          : undefined
  const choose = (one: DayRange | undefined) => updateSearch({ from: one?.from, to: one?.to })
  return (
    <RangePopover range={range} isCustom={value === undefined} today={today} onChoose={choose}>
      <Choice
        label={t('earnings.dates')}
        value={value}
        choices={[
          { value: 'all', label: t('earnings.allDates') },
          { value: 'this', label: t('earnings.thisMonth') },
          { value: 'last', label: t('earnings.lastMonth') },
        ]}
        onChoose={(chosen) => choose({ all: undefined, this: thisMonth, last: lastMonth }[chosen])}
      />
    </RangePopover>
  )
}

/** The total of all matching rows, not just those loaded. */
function Totals({ program, filter }: { program: PortalProgram; filter: EarningFilter }) {
  const { data } = useQuery(earningsTotalsQuery(program.id, filter))
  if (data === undefined || data.length === 0) return null
  const count = data.reduce((sum, { earnings }) => sum + earnings, 0)
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-xl border bg-surface px-4 py-3 shadow-card sm:px-5">
      <span className="text-ink-3">{t('earnings.total', { count })}</span>
      <span className="ml-auto text-right font-semibold text-base">
        <Money
          sums={Object.fromEntries(
            data.map(({ currency, amountCents, reversedCents }) => [currency, amountCents - reversedCents]),
          )}
        />
      </span>
    </div>
  )
}
