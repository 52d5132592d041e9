import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { withoutUndefined } from './queries.ts'

/** The reads of webhooks and of what was sent to them. */

const MOST_WEBHOOKS = 200
const DELIVERIES_PER_PAGE = 25

export const webhooksQuery = (programId: string) =>
  queryOptions({
    queryKey: ['webhooks', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { limit: MOST_WEBHOOKS } }
      return (await read(api.GET('/api/programs/{programId}/webhooks', { params, signal }))).data
    },
  })

export const deliveriesQuery = (programId: string, webhookId: number) =>
  infiniteQueryOptions({
    queryKey: ['webhook-deliveries', programId, webhookId],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/programs/{programId}/webhooks/{webhookId}/deliveries', {
          params: {
            path: { programId, webhookId: String(webhookId) },
            query: withoutUndefined({ limit: DELIVERIES_PER_PAGE, cursor: pageParam }),
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.nextCursor ?? undefined,
  })
