import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiFailure } from '../api/client.ts'
import { followSystemTheme } from '../shell/theme.ts'
import '../styles.css'
import { PartnerApp } from './app.tsx'
import { go } from './router.ts'
import { VISIT, visitQueryKey } from './visit.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('partner.html has no #root')

const isRefusal = (error: unknown) => error instanceof ApiFailure && error.status >= 400 && error.status < 500

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: (count, error) => count < 2 && !isRefusal(error) },
  },
  queryCache: new QueryCache({
    onError(error) {
      // Somebody whose session ended signs in again.
      const isOut = error instanceof ApiFailure && error.status === 401
      if (!isOut || location.pathname === '/partner/sign-in') return
      if (VISIT !== undefined) return queryClient.setQueryData(visitQueryKey, 'over')
      go('/sign-in', { replace: true })
    },
  }),
})
followSystemTheme()

const app = <PartnerApp />
/** Nobody who signs in himself waits for what a visit takes. */
const VisitGate = lazy(() => import('./visit-gate.tsx'))
const enter = async () => (await import('./enter-visit.ts')).enterVisit()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
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
