import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { withoutUndefined } from './queries.ts'
import type { UnattributedPayment } from './types.ts'

/** The reads of the payment processor: the connection, and the payments that found no buyer. */

const PAYMENTS_PER_PAGE = 50

export const processorQuery = (programId: string) =>
  queryOptions({
    queryKey: ['processor', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/processor', { params, signal }))).data
    },
  })

export const unattributedPaymentsQuery = (programId: string, state: UnattributedPayment['state']) =>
  infiniteQueryOptions({
    queryKey: ['unattributed-payments', programId, state],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/programs/{programId}/unattributed-payments', {
          params: {
            path: { programId },
            query: withoutUndefined({ state, limit: PAYMENTS_PER_PAGE, cursor: pageParam }),
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
