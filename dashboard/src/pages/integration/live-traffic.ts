import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { eventsQuery, programSetupQuery } from '../../api/queries.ts'
import { rejectedRequestsQuery } from '../../api/request-queries.ts'
import type { EventType, RejectedRequest, TrackedEvent } from '../../api/types.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'

const REFRESH_MS = 4000
const REJECTED_SHOWN = 3

/** The latest real event of each kind: undefined while loading, null if there is none. */
export type LatestEvents = Record<EventType, TrackedEvent | null | undefined>

export interface LiveTraffic {
  latest: LatestEvents
  /** The latest rejected requests of each kind, newest first. */
  rejected: RejectedRequest[]
  /** When the newest response arrived. */
  readAt: number
}

/** Polls the program's real traffic while the page is visible. */
export function useLiveTraffic(): LiveTraffic {
  const click = useLatest('click')
  const lead = useLatest('lead')
  const sale = useLatest('sale')
  const clicks = useRejected('click')
  const leads = useRejected('lead')
  const sales = useRejected('sale')
  return {
    latest: { click: click.event, lead: lead.event, sale: sale.event },
    rejected: newestFirst([...clicks, ...leads, ...sales]),
    readAt: Math.max(click.readAt, lead.readAt, sale.readAt),
  }
}

/** Sorts by each entry's latest time. Entries with the same time keep their order. */
export function newestFirst(rejected: readonly RejectedRequest[]): RejectedRequest[] {
  return rejected.toSorted((a, b) => Date.parse(b.lastAt) - Date.parse(a.lastAt))
}

/** Polls real clicks only. */
export function useLiveClicks() {
  const { event: latest, readAt } = useLatest('click')
  return { latest, rejected: useRejected('click'), hasArrived: useHasClick(), readAt }
}

/** Polls whether a click has ever arrived, counted or not. */
export function useHasClick(): boolean {
  const { data } = useQuery({ ...programSetupQuery(useProgramId()), refetchInterval: REFRESH_MS })
  return data?.steps.click === 'complete'
}

/** Polls whether a test sale has ever arrived. */
export const useHasTestSale = (): boolean => useLatest('sale', 'test').event != null

function useLatest(type: EventType, mode: 'live' | 'test' = 'live') {
  const programId = useProgramId()
  const { data, dataUpdatedAt } = useInfiniteQuery({
    ...eventsQuery(programId, { mode, type }, 1),
    enabled: usePermissionCheck()('tracking:list'),
    refetchInterval: REFRESH_MS,
  })
  const event = data === undefined ? undefined : (data.pages[0]?.data[0] ?? null)
  return { event, readAt: dataUpdatedAt }
}

function useRejected(type: EventType): RejectedRequest[] {
  const programId = useProgramId()
  const { data } = useInfiniteQuery({
    ...rejectedRequestsQuery(programId, { mode: 'live', type }, REJECTED_SHOWN),
    enabled: usePermissionCheck()('tracking:list'),
    refetchInterval: REFRESH_MS,
  })
  return data?.pages[0]?.data ?? []
}
