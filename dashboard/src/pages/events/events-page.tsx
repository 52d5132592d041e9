import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Activity, X } from 'lucide-react'
import { useState } from 'react'
import { eventsQuery } from '../../api/queries.ts'
import { dayOf, formatDayRange } from '../../format/date.ts'
import { RangePopover } from '../../search/period-picker.tsx'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { EventPanel } from './event-panel.tsx'
import { EventTable } from './event-table.tsx'
import type { EventsSearch } from './search.ts'

const REFRESH_MS = 5000
/** Who looks further back than this reads; the list then stands still. */
const PAGES_REFRESHED = 2

const route = getRouteApi('/signed-in/programs/$programId/events')

export function EventsPage() {
  const programId = useProgramId()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: (old: EventsSearch) => EventsSearch) =>
    void navigate({ search: changed, replace: true })
  const { type, mode = 'live', from, to, open } = search
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      ...eventsQuery(programId, { type, mode, from, to }),
      refetchInterval: ({ state }) =>
        (state.data?.pages.length ?? 0) > PAGES_REFRESHED ? false : REFRESH_MS,
    })
  const events = data?.pages.flatMap((page) => page.data)
  const isLive = (data?.pages.length ?? 0) <= PAGES_REFRESHED
  return (
    <>
      <PageHeader
        title="Events"
        description="Every click, lead and sale as it arrives, the newest first."
        actions={<LiveMark isLive={isLive && error === null} />}
      />
      <Filters search={search} onChange={change} />
      <Card className={clsx('transition-opacity', isPlaceholderData && 'opacity-60')}>
        {events === undefined ? (
          error === null ? (
            <SkeletonRows rows={10} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )
        ) : events.length === 0 ? (
          <NoEvents search={search} onClear={() => change(() => ({}))} />
        ) : (
          <EventTable
            events={events}
            opened={open}
            onOpen={(name) => void navigate({ search: (old) => ({ ...old, open: name }) })}
          />
        )}
        {hasNextPage && (
          <div className="flex justify-center border-t p-3">
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older events
            </Button>
          </div>
        )}
      </Card>
      <EventPanel
        name={open}
        onClose={() => void navigate({ search: ({ open: _, ...old }) => old, replace: true })}
      />
    </>
  )
}

function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <p className="flex items-center gap-2 text-ink-3 text-xs">
      <span aria-hidden="true" className="relative flex size-2">
        {isLive && <span className="absolute size-full animate-ping rounded-full bg-good opacity-50" />}
        <span className={clsx('size-2 rounded-full', isLive ? 'bg-good' : 'bg-line-strong')} />
      </span>
      {isLive ? 'Updates by itself' : 'Stands still while you look back'}
    </p>
  )
}

function Filters({
  search,
  onChange,
}: {
  search: EventsSearch
  onChange: (changed: (old: EventsSearch) => EventsSearch) => void
}) {
  const { timeZone } = useProgram()
  const [isOpen, setIsOpen] = useState(false)
  const { type, mode, from, to } = search
  const range = from !== undefined && to !== undefined ? { from, to } : undefined
  return (
    <search aria-label="Events" className="mb-3 flex flex-wrap items-center gap-2">
      <Segmented
        label="Type"
        value={type ?? 'all'}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'click', label: 'Clicks' },
          { value: 'lead', label: 'Leads' },
          { value: 'sale', label: 'Sales' },
        ]}
        onChoose={(chosen) =>
          onChange(({ type: _, ...old }) => (chosen === 'all' ? old : { ...old, type: chosen }))
        }
      />
      <Segmented
        label="Real or test"
        value={mode ?? 'live'}
        choices={[
          { value: 'live', label: 'Real' },
          { value: 'test', label: 'Test' },
        ]}
        onChoose={(chosen) =>
          onChange(({ mode: _, ...old }) => (chosen === 'live' ? old : { ...old, mode: chosen }))
        }
      />
      <RangePopover
        label={range === undefined ? 'Any date' : formatDayRange(range.from, range.to)}
        range={range}
        today={dayOf(Date.now(), timeZone)}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        onChoose={(chosen) => onChange((old) => ({ ...old, ...chosen }))}
      />
      {range !== undefined && (
        <IconButton label="Any date" onClick={() => onChange(({ from: _from, to: _to, ...old }) => old)}>
          <X />
        </IconButton>
      )}
    </search>
  )
}

function NoEvents({ search, onClear }: { search: EventsSearch; onClear: () => void }) {
  const programId = useProgramId()
  const { open: _, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  return isFiltered ? (
    <EmptyState
      icon={Activity}
      title="No event fits these filters"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      Take a filter away, or choose other dates.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Activity}
      title="Nothing has arrived yet"
      action={
        <Button asChild look="primary">
          <Link to="/programs/$programId/integration" params={{ programId }}>
            Set up the integration
          </Link>
        </Button>
      }
    >
      Events appear here by themselves, seconds after they happen on your site.
    </EmptyState>
  )
}
