import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import type { PeriodRequest } from './queries.ts'

/** The report on sales without a click. */
export const captureReportQuery = (programId: string, period: PeriodRequest) =>
  queryOptions({
    queryKey: ['capture-report', programId, period],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: period }
      return (await read(api.GET('/api/programs/{programId}/capture-report', { params, signal }))).data
    },
    placeholderData: keepPreviousData,
  })
