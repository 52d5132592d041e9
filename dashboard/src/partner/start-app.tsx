import { MutationCache, QueryCache, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiFailure, api } from '../api/client.ts'
import { onConnectionBack, watchNetwork } from '../api/connection.ts'
import { FreshQueryClient } from '../api/query-client.ts'
import { interfaceLanguage } from '../messages/message.ts'
import { ConnectionNotice } from '../shell/connection-notice.tsx'
import { followSystemTheme } from '../shell/theme.ts'
import '../styles.css'
import { PartnerApp } from './app.tsx'
import { go } from './router.ts'
import { VISIT, visitQueryKey } from './visit.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('partner.html has no #root')

const isOut = (error: unknown) => error instanceof ApiFailure && error.status === 401
/**
 * The page where an action failed because the session had ended. It isn't redirected to sign-in, so that its
 * input is kept.
 */
let keptPage: string | undefined

const isRejection = (error: unknown) =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500

const queryClient = new FreshQueryClient({
  defaultOptions: {
    // Offline requests fail at once with an error message. By default they would be paused and sent later,
    // even if the user has moved on.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (count, error) => count < 2 && !isRejection(error),
    },
  },
  queryCache: new QueryCache({
    onSuccess() {
      keptPage = undefined
    },
    onError(error, query) {
      // After the session has ended, redirects to sign-in.
      if (!isOut(error) || location.pathname === '/partner/sign-in') return
      if (VISIT !== undefined) return queryClient.setQueryData(visitQueryKey, 'over')
      if (keptPage === location.pathname && query.state.data !== undefined) return
      const wasIn =
        queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' }).length >
        0
      go(wasIn ? '/sign-in?ended' : '/sign-in', { replace: true })
    },
  }),
  mutationCache: new MutationCache({
    onError(error) {
      if (!isOut(error)) return
      if (VISIT !== undefined) queryClient.setQueryData(visitQueryKey, 'over')
      else keptPage = location.pathname
    },
  }),
})
// Requests the service's texts in the portal's language.
api.use({
  onRequest({ request }) {
    request.headers.set('accept-language', interfaceLanguage())
    return request
  },
})
followSystemTheme()
watchNetwork()
// Refetches failed queries after an outage.
onConnectionBack(
  () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
)

const app = <PartnerApp />
/** Loaded only for delegated sessions. */
const VisitGate = lazy(() => import('./visit-gate.tsx'))
const enter = async () => (await import('./start-delegated-session.ts')).startDelegatedSession()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ConnectionNotice />
      {VISIT === undefined ? (
        app
      ) : (
        <Suspense>
          <VisitGate kind={VISIT.kind} entered={enter()}>
            {app}
          </VisitGate>
        </Suspense>
      )}
    </QueryClientProvider>
  </StrictMode>,
)
