import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import type { ConclusionReason, Explanation } from './types.ts'

/** API parameters that a search term can stand for. */
export type SearchField = 'transactionId' | 'saleId' | 'customerKey' | 'clickId' | 'email'

/** A search term as one API parameter. */
export interface SearchFieldValue {
  field: SearchField
  value: string
}

/** An explanation, and the parameter the term was interpreted as. */
export interface InterpretedExplanation extends SearchFieldValue {
  explanation: Explanation
}

/** Reasons that mean nothing was found; another interpretation of the term may match. */
const NOT_FOUND_REASONS: readonly ConclusionReason[] = [
  'nothing_received',
  'spelled_differently',
  'known_in_another_program',
]

/** Explains a search term, trying the given interpretations in order of likelihood. */
export const explainQuery = (programId: string, names: readonly SearchFieldValue[]) =>
  queryOptions({
    queryKey: ['explain', programId, names],
    queryFn: async ({ signal }): Promise<InterpretedExplanation> => {
      const lookups = names.map(async ({ field, value }): Promise<InterpretedExplanation> => {
        const params = { path: { programId }, query: { [field]: value } }
        const { data } = await read(api.GET('/api/programs/{programId}/explain', { params, signal }))
        return { field, value, explanation: data }
      })
      const all = await Promise.all(lookups)
      const isFound = ({ explanation: { conclusion } }: InterpretedExplanation) =>
        !NOT_FOUND_REASONS.includes(conclusion.reason)
      const isPartialMatch = ({ explanation: { conclusion } }: InterpretedExplanation) =>
        conclusion.reason !== 'nothing_received'
      const [first] = all
      const best = all.find(isFound) ?? all.find(isPartialMatch) ?? first
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

/** Reads a shared timeline by its link token, without a session. */
export const sharedTimelineQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-timeline', token],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/api/shared-timeline', { headers: { authorization: `Bearer ${token}` }, signal })))
        .data,
    retry: false,
  })
