import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import { breakdownQuery } from '../../api/breakdown-queries.ts'
import type { BreakdownCoverage } from '../../api/types.ts'
import { formatDayRange, toDay } from '../../format/date.ts'
import { enumOptions } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { chooseComparison, toCompareRequest } from '../../search/compare.ts'
import { listSearch } from '../../search/list-search.ts'
import { toPeriodRequest } from '../../search/period.ts'
import { PeriodPicker } from '../../search/period-picker.tsx'
import { SortCurrencyChoice } from '../../search/sort-currency-choice.tsx'
import { programTimeMs, useProgram, useProgramId } from '../../session/use-program.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DIMENSIONS } from './breakdown-labels.ts'
import { BreakdownTable } from './breakdown-table.tsx'
import {
  type BreakdownSearch,
  DEFAULT_DIMENSION,
  isMoney,
  sortDirection,
  toBreakdownRequest,
  toggleSort,
} from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/breakdown')

export function BreakdownPage() {
  const programId = useProgramId()
  const program = useProgram()
  const { timeZone } = program
  const today = toDay(programTimeMs(program), timeZone)
  const search = route.useSearch()
  const { change } = listSearch<BreakdownSearch>(route.useNavigate())
  const request = toBreakdownRequest(search)
  const list = useInfiniteQuery(
    breakdownQuery(programId, request, { ...toPeriodRequest(search), ...toCompareRequest(search, today) }),
  )
  const { by } = request
  const meta = list.data?.pages[0]?.meta
  const hasComparison = chooseComparison(search, today) !== 'none'
  const isCompared = hasComparison && meta !== undefined && meta.previousPeriod !== null
  return (
    <ListPage
      title={t('breakdown.breakdown')}
      description={
        meta === undefined
          ? t('breakdown.performanceByPartnerLinkDevice')
          : t('breakdown.dayByPartnerLinkDevice', {
              day: formatDayRange(toDay(meta.dateFrom, timeZone), toDay(meta.dateTo, timeZone)),
              isCompared: String(isCompared),
              compared:
                meta.previousPeriod === null
                  ? ''
                  : formatDayRange(
                      toDay(meta.previousPeriod.dateFrom, timeZone),
                      toDay(meta.previousPeriod.dateTo, timeZone),
                    ),
            })
      }
      exported={{
        href: fileAddress(programId, search),
        label: t('breakdown.exportCSV', { isCompared: String(isCompared) }),
      }}
      filters={<Filters />}
    >
      <Card>
        <PagedRows
          list={list}
          loadingRows={8}
          empty={
            <EmptyState icon={ListTree} title={t('breakdown.noActivityInThisPeriod')}>
              {t('breakdown.chooseLongerPeriodSeeEarlier')}
            </EmptyState>
          }
        >
          {(rows) => (
            <>
              <SortCurrencyChoice
                isByMoney={isMoney(search.sort)}
                sums={rows.flatMap((row) => [row.revenueByCurrency, row.commissionByCurrency])}
                currency={search.currency}
                onChange={(currency) => change({ currency })}
              />
              <BreakdownTable
                by={by}
                rows={rows}
                sortDirection={(column) => sortDirection(column, search)}
                onSort={(column) => change(toggleSort(column, search))}
              />
            </>
          )}
        </PagedRows>
      </Card>
      {meta !== undefined && <CoverageNote coverage={meta.coverage} timeZone={timeZone} />}
    </ListPage>
  )
}

function Filters() {
  const program = useProgram()
  const { timeZone } = program
  const search = route.useSearch()
  const { change } = listSearch<BreakdownSearch>(route.useNavigate())
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <Select
        aria-label={t('breakdown.groupBy')}
        value={search.by ?? DEFAULT_DIMENSION}
        className="w-auto max-w-64"
        onChange={(event) => {
          const chosen = enumOptions(DIMENSIONS).find(({ value }) => value === event.target.value)?.value
          change({ by: chosen, sort: undefined, direction: undefined, currency: undefined })
        }}
      >
        {enumOptions(DIMENSIONS).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <PeriodPicker
        value={search}
        today={toDay(programTimeMs(program), timeZone)}
        onChange={({ period, from, to }) => change({ period, from, to })}
      />
    </div>
  )
}

/** Shows how much data was covered, unless all of it was. */
function CoverageNote({ coverage, timeZone }: { coverage: BreakdownCoverage; timeZone: string }) {
  const text = coverageText(coverage, timeZone)
  if (text === undefined) return null
  return (
    <p role="note" className="mt-3 text-ink-3 text-xs">
      {text}
    </p>
  )
}

function coverageText(
  { of, scanned, isComplete, since, archivedClicks, otherClicks }: BreakdownCoverage,
  timeZone: string,
): string | undefined {
  if (isComplete || scanned === null) return undefined
  const scannedCount =
    of === 'clicks' ? t('breakdown.count', { count: scanned }) : t('breakdown.count2', { count: scanned })
  const newest =
    since === null
      ? t('breakdown.basedOnAllCountAvailable', { count: scannedCount })
      : t('breakdown.basedOnLatestCountSince', {
          count: scannedCount,
          day: formatDayRange(toDay(since, timeZone), toDay(since, timeZone)),
        })
  return [
    newest,
    ...(archivedClicks === 0 ? [] : [t('breakdown.archivedClicks', { clicks: archivedClicks })]),
    ...(otherClicks === 0 ? [] : [t('breakdown.otherClicks', { clicks: otherClicks })]),
  ].join(' ')
}

function fileAddress(programId: string, search: BreakdownSearch): string {
  const { by, sort, direction, currency } = toBreakdownRequest(search)
  const query = new URLSearchParams(
    Object.entries({ by, sort, direction, currency, ...toPeriodRequest(search) }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return `/api/tracking/breakdown/${programId}/file.csv?${query}`
}
