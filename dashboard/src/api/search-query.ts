import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'

/** Searches a program. The key contains the text, so a late response never replaces the response for a newer text. */
export const searchQuery = (programId: string, text: string, mode: 'live' | 'test') =>
  queryOptions({
    queryKey: ['search', programId, mode, text],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/search', {
            params: { path: { programId }, query: { query: text, mode } },
            signal,
          }),
        )
      ).data,
  })
