import { MutationCache, QueryCache, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError, api } from '../api/client.ts'
import { onReconnect, watchNetwork } from '../api/connection.ts'
import { FreshQueryClient } from '../api/query-client.ts'
import { interfaceLanguage } from '../messages/message.ts'
import { ConnectionNotice } from '../shell/connection-notice.tsx'
import { followSystemTheme } from '../shell/theme.ts'
import '../styles.css'
import { PartnerApp } from './app.tsx'
import { adoptLinkBrand } from './brand.tsx'
import { DELEGATED_SESSION, delegatedSessionKey } from './delegated-session.ts'
import { navigate, signInPath } from './router.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('partner.html has no #root')

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401
/**
 * The page where an action failed because the session had ended. It isn't redirected to sign-in, so that its
 * input is kept.
 */
let pageToKeep: string | undefined

const isClientError = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

const queryClient = new FreshQueryClient({
  defaultOptions: {
    // Offline requests fail at once with an error message. By default they would be paused and sent later, even after
    // the user has moved on.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (count, error) => count < 2 && !isClientError(error),
    },
  },
  queryCache: new QueryCache({
    onSuccess() {
      pageToKeep = undefined
    },
    onError(error, query) {
      // After the session has ended, redirects to sign-in.
      if (!isSignedOut(error) || location.pathname === '/partner/sign-in') return
      if (DELEGATED_SESSION !== undefined) return queryClient.setQueryData(delegatedSessionKey, 'over')
      if (pageToKeep === location.pathname && query.state.data !== undefined) return
      const wasSignedIn =
        queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' }).length >
        0
      navigate(signInPath(wasSignedIn ? { ended: 'true' } : {}), { replace: true })
    },
  }),
  mutationCache: new MutationCache({
    onError(error) {
      if (!isSignedOut(error)) return
      if (DELEGATED_SESSION !== undefined) queryClient.setQueryData(delegatedSessionKey, 'over')
      else pageToKeep = location.pathname
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
if (DELEGATED_SESSION === undefined) adoptLinkBrand()
watchNetwork()
// Refetches failed queries after an outage.
onReconnect(
  () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
)

const app = <PartnerApp />
/** Loaded only for delegated sessions. */
const DelegatedSessionGate = lazy(() => import('./delegated-session-gate.tsx'))
const enter = async () => (await import('./start-delegated-session.ts')).startDelegatedSession()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ConnectionNotice />
      {DELEGATED_SESSION === undefined ? (
        app
      ) : (
        <Suspense>
          <DelegatedSessionGate kind={DELEGATED_SESSION.kind} entered={enter()}>
            {app}
          </DelegatedSessionGate>
        </Suspense>
      )}
    </QueryClientProvider>
  </StrictMode>,
)
