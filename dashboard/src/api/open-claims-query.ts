import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'

/** Counts open claims, for the badge in the navigation. */
export const openClaimsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['claims', programId, 'open'],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/claims/open', { params: { path: { programId } }, signal }),
        )
      ).data.open,
  })
