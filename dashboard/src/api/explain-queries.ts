import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import type { ConclusionReason, Explanation } from './types.ts'

/** By what the API takes a name. */
export type AskedField = 'transactionId' | 'customerKey' | 'clickId' | 'email'

/** An explanation, and what the name was taken for. */
export interface Explained {
  field: AskedField
  explanation: Explanation
}

/** Verdicts on a name of which nothing is known: another reading of it may know more. */
const NOTHING_KNOWN: readonly ConclusionReason[] = [
  'nothing_received',
  'spelled_differently',
  'known_in_another_program',
]

/** What is known of a name, taken for each of these, the likeliest first. */
export const explainQuery = (programId: string, q: string, fields: readonly AskedField[]) =>
  queryOptions({
    queryKey: ['explain', programId, q, fields],
    queryFn: async ({ signal }): Promise<Explained> => {
      const asked = fields.map(async (field): Promise<Explained> => {
        const params = { path: { programId }, query: { [field]: q } }
        const { data } = await read(api.GET('/api/programs/{programId}/explain', { params, signal }))
        return { field, explanation: data }
      })
      const all = await Promise.all(asked)
      const isKnown = ({ explanation: { conclusion } }: Explained) =>
        !NOTHING_KNOWN.includes(conclusion.reason)
      const hints = ({ explanation: { conclusion } }: Explained) => conclusion.reason !== 'nothing_received'
      const [first] = all
      const best = all.find(isKnown) ?? all.find(hints) ?? first
      if (best === undefined) throw new Error('a name is asked for as something')
      return best
    },
  })

export const shareLinksQuery = (programId: string) =>
  queryOptions({
    queryKey: ['share-links', programId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/share-links', { params: { path: { programId } }, signal }),
        )
      ).data,
  })

/** The timeline of a link, by its token, which is no session's. */
export const sharedTimelineQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-timeline', token],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/api/shared-timeline', { headers: { authorization: `Bearer ${token}` }, signal })))
        .data,
    retry: false,
  })
