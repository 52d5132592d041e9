import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'

/** How many claims wait for the team, which the navigation of every page says. */
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
