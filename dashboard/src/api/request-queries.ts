import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery, ROWS_PER_PAGE } from './paged-query.ts'
import { type PeriodRequest, withoutUndefined } from './queries.ts'
import type { RejectedRequest, RequestOutcome, RequestType } from './types.ts'

/** Queries for tracking request outcomes. */

export const healthQuery = (programId: string, request: PeriodRequest) =>
  queryOptions({
    queryKey: ['health', programId, request],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/tracking/health/{programId}', {
          params: { path: { programId }, query: request },
          signal,
        }),
      ),
    // Keeps the previous data while new data loads, so the page doesn't jump.
    placeholderData: (previous, query) => (query?.queryKey[1] === programId ? previous : undefined),
  })

export interface RejectedRequestFilters {
  type?: RequestType | undefined
  outcome?: RequestOutcome | undefined
  mode?: RejectedRequest['mode'] | undefined
  text?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const rejectedRequestsQuery = (
  programId: string,
  filters: RejectedRequestFilters,
  rowsPerPage = ROWS_PER_PAGE,
) =>
  pagedQuery({
    key: ['rejected-requests', programId, filters, rowsPerPage],
    rowsPerPage,
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { ...withoutUndefined(filters), ...page } }
      return read(api.GET('/api/programs/{programId}/rejected-requests', { params, signal }))
    },
  })
