import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'

const REFETCH_INTERVAL_MS = 30_000

/** Counts the team's waiting work. Also refetched after every write (query-client.ts). */
export const waitingWorkQuery = (programId: string) =>
  queryOptions({
    queryKey: ['waiting-work', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/waiting-work', { params, signal }))).data
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  })
