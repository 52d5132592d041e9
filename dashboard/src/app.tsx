import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onReconnect, watchNetwork } from './api/connection.ts'
import { accountQuery } from './api/queries.ts'
import { clearSessionQueries, createQueryClient } from './api/query-client.ts'
import { createDashboardRouter } from './router.tsx'
import { ConnectionNotice } from './shell/connection-notice.tsx'
import { followSystemTheme } from './shell/theme.ts'
import './styles.css'
import { ToastProvider } from './ui/toast.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const queryClient = createQueryClient(() => redirectToSignIn())
const router = createDashboardRouter(queryClient)
followSystemTheme()
watchNetwork()
onReconnect(() => void retryFailedQueries())

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <ConnectionNotice />
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
)

/** Refetches failed queries after an outage. Form inputs are untouched. */
async function retryFailedQueries() {
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  if (router.state.matches.some(({ status }) => status === 'error')) await router.invalidate()
}

/** After signing in again, the user returns to the same page. */
function redirectToSignIn() {
  const { pathname, href } = router.state.location
  if (['/sign-in', '/sign-up'].includes(pathname)) return
  // Nothing was loaded if the user was never signed in.
  const wasSignedIn = queryClient.getQueryData(accountQuery().queryKey) !== undefined
  // Navigate first: the current page would refetch anything cleared while it is still mounted.
  void router
    .navigate({ to: '/sign-in', search: { next: href, ...(wasSignedIn && { ended: true }) } })
    .then(() => clearSessionQueries(queryClient))
}
