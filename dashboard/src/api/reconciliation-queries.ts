import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'

/** Queries for comparing months with the payment processor. */

export const reconciliationSettingsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['reconciliation-settings', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/reconciliation-settings', { params, signal })))
        .data
    },
  })

/** How often an unfinished run's state is read. */
const POLL_MS = 3_000

export const reconciliationsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['reconciliations', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/reconciliations', { params, signal }))).data
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'queued' || status === 'running') ? POLL_MS : false,
  })

/** @param finishedAt of the last run, whose entries are shown */
export const unattributedQuery = (programId: string, reconciliationId: number, finishedAt: string | null) =>
  pagedQuery({
    key: ['reconciliations', programId, 'unattributed', reconciliationId, finishedAt],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId, reconciliationId: String(reconciliationId) }, query: page }
      return read(
        api.GET('/api/programs/{programId}/reconciliations/{reconciliationId}/unattributed', {
          params,
          signal,
        }),
      )
    },
  })

/** @param finishedAt of the last run, whose differences are shown */
export const differencesQuery = (programId: string, reconciliationId: number, finishedAt: string | null) =>
  pagedQuery({
    key: ['reconciliations', programId, 'differences', reconciliationId, finishedAt],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId, reconciliationId: String(reconciliationId) }, query: page }
      return read(
        api.GET('/api/programs/{programId}/reconciliations/{reconciliationId}/differences', {
          params,
          signal,
        }),
      )
    },
  })
