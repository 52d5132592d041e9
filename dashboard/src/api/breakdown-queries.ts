import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import { type CompareRequest, type PeriodRequest, withoutUndefined } from './queries.ts'
import type { BreakdownOrder, Currency, Dimension } from './types.ts'

export interface BreakdownRequest {
  by: Dimension
  sort?: BreakdownOrder | undefined
  direction?: 'asc' | 'desc' | undefined
  currency?: Currency | undefined
}

/** Groups a period's activity by a dimension's values, and returns how much data was covered. */
export const breakdownQuery = (
  programId: string,
  { by, ...request }: BreakdownRequest,
  period: PeriodRequest & CompareRequest,
) =>
  pagedQuery({
    key: ['breakdown', programId, by, request, period],
    readPage: (page, signal) => {
      const query = { by, ...withoutUndefined(request), ...period, ...page }
      return read(
        api.GET('/api/tracking/breakdown/{programId}', { params: { path: { programId }, query }, signal }),
      )
    },
  })
