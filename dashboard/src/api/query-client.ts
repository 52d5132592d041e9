import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { ApiError, clearResponseCache } from './client.ts'

/** Long enough for components that mount together to share a response; a page entered later is read again. */
const FRESH_MS = 2_000
const MAX_RETRIES = 2

/**
 * Creates the query client: data stays fresh for a while, and only transient failures are retried. If a
 * session has ended, `onSignedOut` redirects to the sign-in page.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && !isInvalidCode(error)) onSignedOut()
  }
  // A mutation with its own credential (a sign-in or an API key) can fail without the session having ended.
  const onMutationError: MutationCache['config']['onError'] = (error, _variables, _result, mutation) => {
    if (mutation.meta?.hasOwnCredential !== true) onError(error)
  }
  // Any write may add or complete waiting work, even one that failed halfway.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: ['waiting-work'] })
  const queryClient = new FreshQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: onMutationError, onSettled }),
    defaultOptions: {
      // Offline requests fail at once with an error message; by default they would stay paused.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
      },
    },
  })
  return queryClient
}

/**
 * Also refetches queries whose first fetch was in flight during the write, because that response may predate
 * it.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const inFlight = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    // For in-flight queries, this only waits for the response.
    await super.invalidateQueries(filters, options)
    if (inFlight.length > 0)
      await super.invalidateQueries({ predicate: (one) => inFlight.includes(one) }, options)
  }
}

/**
 * Clears everything read in another session, except public data that is still on screen. Called on sign-in
 * and sign-out.
 */
export function clearSessionQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.isPublic !== true })
  clearResponseCache()
}

/** A 401 for a wrong second-factor code doesn't mean the session has ended. */
function isInvalidCode({ details }: ApiError): boolean {
  return details.reason === 'invalid_code'
}

function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
