import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'

/** Queries for webhooks and their deliveries. */

const MAX_WEBHOOKS = 200
const DELIVERIES_PER_PAGE = 25

export const webhooksQuery = (programId: string) =>
  queryOptions({
    queryKey: ['webhooks', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { limit: MAX_WEBHOOKS } }
      return (await read(api.GET('/api/programs/{programId}/webhooks', { params, signal }))).data
    },
  })

export const deliveriesQuery = (programId: string, webhookId: number) =>
  pagedQuery({
    key: ['webhook-deliveries', programId, webhookId],
    rowsPerPage: DELIVERIES_PER_PAGE,
    readPage: (page, signal) => {
      const params = { path: { programId, webhookId: String(webhookId) }, query: page }
      return read(api.GET('/api/programs/{programId}/webhooks/{webhookId}/deliveries', { params, signal }))
    },
  })
