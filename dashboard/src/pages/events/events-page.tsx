import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Activity } from 'lucide-react'
import { eventsQuery } from '../../api/queries.ts'
import { enumOptions } from '../../format/enums.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ListMenus } from '../../lists/list-menus.tsx'
import { NoMatches } from '../../lists/no-matches.tsx'
import { t } from '../../messages/team-text.ts'
import { ChoiceFilter } from '../../search/choice-filter.tsx'
import { listSearch } from '../../search/list-search.ts'
import { RangeFilter } from '../../search/range-filter.tsx'
import { SearchFilter, TruncatedSearchNote } from '../../search/search-filter.tsx'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { EVENT_COLUMNS } from './event-columns.tsx'
import { EVENT_TYPES, eventName } from './event-labels.ts'
import { EventPanel } from './event-panel.tsx'
import { type EventsSearch, SALE_FILTERS, type SaleFilter } from './search.ts'

/** The key of the stored columns and views. */
const LIST = 'events'
const REFRESH_MS = 5000
const PAGES_REFRESHED = 2

const route = getRouteApi('/signed-in/programs/$programId/events')

export function EventsPage() {
  const search = route.useSearch()
  const { open, close, clear } = listSearch<EventsSearch>(route.useNavigate())
  const { type, mode = 'live', sales, from, to, search: text } = search
  const list = useInfiniteQuery({
    ...eventsQuery(useProgramId(), { type, mode, sales, from, to, search: text }),
    refetchInterval: ({ state }) => (hasOlderPages(state.data?.pages) ? false : REFRESH_MS),
  })
  return (
    <ListPage
      title={t('events.events')}
      description={t('events.everyClickLeadAndSale')}
      actions={<LiveMark refresh={refreshState(list)} />}
      filters={<Filters />}
    >
      <TruncatedSearchNote isCut={list.data?.pages[0]?.meta.isSearchCut} search={text} />
      <Card className={clsx('transition-opacity', list.isPlaceholderData && 'opacity-60')}>
        <PagedRows
          list={list}
          loadingRows={10}
          empty={<NoEvents search={search} onClear={clear} />}
          more={t('events.showOlderEvents')}
        >
          {(events) => (
            <DataTable
              label={t('events.events')}
              list={LIST}
              columns={EVENT_COLUMNS}
              rows={events}
              getId={eventName}
              openedId={search.open}
              onOpen={(event) => open(eventName(event))}
            />
          )}
        </PagedRows>
      </Card>
      <EventPanel name={search.open} onClose={close} />
    </ListPage>
  )
}

/** Stops refreshing once more pages are loaded than a refresh covers. */
function hasOlderPages(pages: unknown[] | undefined): boolean {
  return (pages?.length ?? 0) > PAGES_REFRESHED
}

const REFRESH_LABELS = {
  live: t('events.refreshLabels.live'),
  still: t('events.refreshLabels.still'),
  failing: t('events.refreshLabels.failing'),
}

function refreshState({ data, error }: { data: { pages: unknown[] } | undefined; error: unknown }) {
  if (error !== null) return 'failing'
  return hasOlderPages(data?.pages) ? 'still' : 'live'
}

function LiveMark({ refresh }: { refresh: keyof typeof REFRESH_LABELS }) {
  const isLive = refresh === 'live'
  return (
    <p className="flex items-center gap-2 text-ink-3 text-xs">
      <span aria-hidden="true" className="relative flex size-2">
        {isLive && <span className="absolute size-full animate-ping rounded-full bg-good opacity-50" />}
        <span className={clsx('size-2 rounded-full', isLive ? 'bg-good' : 'bg-line-strong')} />
      </span>
      {REFRESH_LABELS[refresh]}
    </p>
  )
}

const SALE_FILTER_LABELS: Record<SaleFilter, string> = {
  refunded: t('events.refunded'),
  no_commission: t('events.noCommissionSales'),
}

function Filters() {
  const { type, mode, sales, from, to, search } = route.useSearch()
  const { change } = listSearch<EventsSearch>(route.useNavigate())
  return (
    <search aria-label={t('events.events')} className="mb-3 flex flex-wrap items-center gap-2">
      <SearchFilter
        value={search}
        what={t('events.orderCustomerClickIDPartner')}
        onChange={(text) => change({ search: text })}
      />
      <Segmented
        label={t('events.type')}
        value={type ?? 'all'}
        choices={[
          { value: 'all', label: t('events.all') },
          ...enumOptions(EVENT_TYPES).map(({ value, many }) => ({ value, label: many })),
        ]}
        onChoose={(chosen) => change({ type: chosen === 'all' ? undefined : chosen, sales: undefined })}
      />
      {type === 'sale' && (
        <ChoiceFilter
          label={t('events.sales')}
          all={t('events.allSales')}
          value={sales}
          choices={SALE_FILTERS.map((value) => ({ value, label: SALE_FILTER_LABELS[value] }))}
          onChange={(chosen) => change({ sales: chosen })}
        />
      )}
      <Segmented
        label={t('events.realOrTest')}
        value={mode ?? 'live'}
        choices={[
          { value: 'live', label: t('events.real') },
          { value: 'test', label: t('events.test') },
        ]}
        onChoose={(chosen) => change({ mode: chosen === 'live' ? undefined : chosen })}
      />
      <RangeFilter from={from} to={to} all={t('events.anyDate')} onChange={change} />
      <ListMenus list={LIST} columns={EVENT_COLUMNS} />
    </search>
  )
}

function NoEvents({ search, onClear }: { search: EventsSearch; onClear: () => void }) {
  const programId = useProgramId()
  const canExplain = usePermissionCheck()('billing:read')
  const { open: _, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  if (search.search !== undefined && canExplain) {
    return <NothingFound text={search.search} onClear={onClear} />
  }
  return isFiltered ? (
    <NoMatches icon={Activity} title={t('events.noMatchingEvents')} onClear={onClear} />
  ) : (
    <EmptyState
      icon={Activity}
      title={t('events.noEventsYet')}
      action={
        <Button asChild look="primary">
          <Link to="/programs/$programId/integration" params={{ programId }}>
            {t('events.setUpIntegration')}
          </Link>
        </Button>
      }
    >
      {t('events.eventsAppearHereAutomaticallySeconds')}
    </EmptyState>
  )
}

/** Order lookup also finds requests that recorded no event, and shows why. */
function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  const programId = useProgramId()
  return (
    <EmptyState
      icon={Activity}
      title={t('events.noMatchingEvents')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild look="primary">
            <Link to="/programs/$programId/explain" params={{ programId }} search={{ q: text }}>
              {t('events.lookUpText', { text })}
            </Link>
          </Button>
          <Button onClick={onClear}>{t('search.clearFilters')}</Button>
        </div>
      }
    >
      {t('events.lookUpWhyNotRecorded')}
    </EmptyState>
  )
}
