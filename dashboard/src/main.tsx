import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { createDashboardRouter } from './router.tsx'
import { followSystemTheme } from './shell/theme.ts'
import './styles.css'
import { ToastProvider } from './ui/toast.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const queryClient = createQueryClient(() => leaveToSignIn())
const router = createDashboardRouter(queryClient)
followSystemTheme()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
)

/** Somebody whose session ended signs in again and comes back to the same place. */
function leaveToSignIn() {
  const { pathname, href } = router.state.location
  if (['/sign-in', '/sign-up'].includes(pathname)) return
  queryClient.removeQueries()
  void router.navigate({ to: '/sign-in', search: { next: href } })
}
