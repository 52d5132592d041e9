import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery, ROWS_PER_PAGE } from './paged-query.ts'
import type { Currency, EventType } from './types.ts'

/** Queries shared by several pages. Keys start with the resource, then the program. */

export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'],
    queryFn: async ({ signal }) => (await read(api.GET('/api/account', { signal }))).data,
    staleTime: 5 * 60_000,
  })

/** Returns the sign-in methods and whether sign-up is open. Doesn't need a session. */
export const signInOptionsQuery = () =>
  queryOptions({
    queryKey: ['sign-in-options'],
    queryFn: async ({ signal }) => (await read(api.GET('/api/sign-in-options', { signal }))).data,
    meta: { isPublic: true },
    staleTime: 5 * 60_000,
  })

const MAX_PROGRAMS = 200

export const programsQuery = () =>
  queryOptions({
    queryKey: ['programs'],
    queryFn: async ({ signal }) => {
      const result = await read(
        api.GET('/api/programs', { params: { query: { limit: MAX_PROGRAMS } }, signal }),
      )
      return { programs: result.data, unreachable: result.unreachable }
    },
    staleTime: 60_000,
  })

export const programQuery = (programId: string) =>
  queryOptions({
    queryKey: ['program', programId],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/api/programs/{programId}', { params: { path: { programId } }, signal }))).data,
    staleTime: 60_000,
  })

/** The settings that a new program starts with. */
export const newProgramDefaultsQuery = () =>
  queryOptions({
    queryKey: ['new-program-defaults'],
    queryFn: async ({ signal }) => (await read(api.GET('/api/programs/defaults', { signal }))).data,
    staleTime: 5 * 60_000,
  })

/** A program's setup steps, and which of them are complete. */
export const programSetupQuery = (programId: string) =>
  queryOptions({
    queryKey: ['setup', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/setup', { params, signal }))).data
    },
    // Most steps are completed elsewhere: on other pages, or by events.
    staleTime: 0,
  })

/** Events from one test link. */
interface TestRun {
  clickId: string
  since: string
}

/** Evidence received from the merchant's site and server, in live and test mode, or in one test run. */
export const readinessQuery = (programId: string, run?: TestRun) =>
  queryOptions({
    queryKey: ['readiness', programId, run],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: run ?? {} }
      return (await read(api.GET('/api/programs/{programId}/readiness', { params, signal }))).data
    },
    staleTime: 0,
  })

export type PeriodRequest = { period: '7d' | '30d' | '90d' | 'all' } | { dateFrom: string; dateTo: string }

/** What a period is compared with; by default, the previous period's totals. */
export interface CompareRequest {
  compare?: 'previous' | 'year'
  compareFrom?: string
  compareTo?: string
}

export const performanceQuery = (programId: string, request: PeriodRequest & CompareRequest) =>
  queryOptions({
    queryKey: ['performance', programId, request],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/tracking/performance/{programId}', {
          params: { path: { programId }, query: request },
          signal,
        }),
      ),
    // Keeps the previous data while new data loads, so the page doesn't jump.
    placeholderData: (previous, query) => (query?.queryKey[1] === programId ? previous : undefined),
  })

/** Lists the partners with the most revenue in a currency. */
export const topPartnersQuery = (
  programId: string,
  request: PeriodRequest,
  { currency, limit }: { currency: Currency; limit: number },
) =>
  queryOptions({
    queryKey: ['breakdown', programId, 'top-partners', request, currency, limit],
    queryFn: async ({ signal }) => {
      const query = {
        by: 'partner',
        sort: 'revenue',
        direction: 'desc',
        currency,
        limit,
        ...request,
      } as const
      const params = { path: { programId }, query }
      return (await read(api.GET('/api/tracking/breakdown/{programId}', { params, signal }))).data
    },
  })

export const statusQuery = (programId: string) =>
  queryOptions({
    queryKey: ['status', programId],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/api/tracking/status/{programId}', { params: { path: { programId } }, signal })))
        .data,
  })

export interface EventFilters {
  type?: EventType | undefined
  mode: 'live' | 'test'
  sales?: 'refunded' | 'no_commission' | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

export const eventsQuery = (programId: string, filters: EventFilters, rowsPerPage = ROWS_PER_PAGE) =>
  pagedQuery({
    key: ['events', programId, filters, rowsPerPage],
    rowsPerPage,
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { ...withoutUndefined(filters), ...page } }
      return read(api.GET('/api/tracking/events/{programId}', { params, signal }))
    },
  })

/** `eventId` is a click ID, or the numeric ID of a lead or sale. */
/** Reads the click of a customer from its archive, which may take seconds. */
export const archivedClickQuery = (programId: string, customerId: number) =>
  queryOptions({
    queryKey: ['archived-click', programId, customerId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/customers/{customerId}/archived-click', {
            params: { path: { programId, customerId: String(customerId) } },
            signal,
          }),
        )
      ).data,
  })

export const eventQuery = (programId: string, type: EventType, eventId: string) =>
  queryOptions({
    queryKey: ['event', programId, type, eventId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/tracking/events/{programId}/{type}/{eventId}', {
            params: { path: { programId, type, eventId } },
            signal,
          }),
        )
      ).data,
  })

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** Removes undefined properties, which the API's types don't allow. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  // safe because only undefined values are removed
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
