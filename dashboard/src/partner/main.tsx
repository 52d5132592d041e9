import { QueryCache, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiFailure } from '../api/client.ts'
import { onConnectionBack, watchNetwork } from '../api/connection.ts'
import { FreshQueryClient } from '../api/query-client.ts'
import { ConnectionNotice } from '../shell/connection-notice.tsx'
import { followSystemTheme } from '../shell/theme.ts'
import '../styles.css'
import { PartnerApp } from './app.tsx'
import { go } from './router.ts'
import { VISIT, visitQueryKey } from './visit.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('partner.html has no #root')

const isRefusal = (error: unknown) => error instanceof ApiFailure && error.status >= 400 && error.status < 500

const queryClient = new FreshQueryClient({
  defaultOptions: {
    // Without a network a call fails at once, in words. By default it would wait without a word, and be sent whenever there is
    // one again: also what somebody has turned away from meanwhile.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (count, error) => count < 2 && !isRefusal(error),
    },
  },
  queryCache: new QueryCache({
    onError(error) {
      // Somebody whose session ended signs in again.
      const isOut = error instanceof ApiFailure && error.status === 401
      if (!isOut || location.pathname === '/partner/sign-in') return
      if (VISIT !== undefined) return queryClient.setQueryData(visitQueryKey, 'over')
      const wasIn =
        queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' }).length >
        0
      go(wasIn ? '/sign-in?ended' : '/sign-in', { replace: true })
    },
  }),
})
followSystemTheme()
watchNetwork()
// What could not be read while the service was lost is read now.
onConnectionBack(
  () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
)

const app = <PartnerApp />
/** Nobody who signs in himself waits for what a visit takes. */
const VisitGate = lazy(() => import('./visit-gate.tsx'))
const enter = async () => (await import('./enter-visit.ts')).enterVisit()

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
