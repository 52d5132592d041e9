import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { ApiFailure, forgetAnswers } from './client.ts'

const FRESH_MS = 20_000
const MOST_RETRIES = 2

/**
 * What is read stays fresh for a while; only failures that may pass by themselves are tried again. A session
 * that ended anywhere ends everywhere: `onSignedOut` leads to the sign-in page.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiFailure && error.status === 401 && !isOfCode(error)) onSignedOut()
  }
  // A mutation that needs no session (it signs in, or carries an API key) says nothing about one.
  const onMutationError: MutationCache['config']['onError'] = (error, _variables, _result, mutation) => {
    if (mutation.meta?.hasOwnCredential !== true) onError(error)
  }
  return new FreshQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: onMutationError }),
    defaultOptions: {
      // Without a network a call fails at once, in words; by default it would wait without a word.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MOST_RETRIES && mayPass(error),
      },
    },
  })
}

/**
 * Reads again what a write has made old, also what is being read for the first time just then: that answer may be one of
 * before the write, and would stand for it.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const early = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    // Of what is being read already this waits for the answer, and no more.
    await super.invalidateQueries(filters, options)
    if (early.length > 0) await super.invalidateQueries({ predicate: (one) => early.includes(one) }, options)
  }
}

/** Where somebody signs in or out: what was read before is nobody's any more, but what everybody may read, and is shown. */
export function forgetReads(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.isPublic !== true })
  forgetAnswers()
}

/** The code of a second factor was wrong, in a session that holds. */
function isOfCode({ details }: ApiFailure): boolean {
  return details.reason === 'invalid_code'
}

function mayPass(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500)
}
