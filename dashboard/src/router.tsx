import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ApiError } from './api/client.ts'
import { accountQuery, programQuery, programsQuery } from './api/queries.ts'
import { readApplicationsSearch } from './pages/applications/search.ts'
import { readAuditLogSearch } from './pages/audit-log/search.ts'
import { readBreakdownSearch } from './pages/breakdown/search.ts'
import { readClaimsSearch } from './pages/claims/search.ts'
import { readCommissionsSearch } from './pages/commissions/search.ts'
import { readCouponReportSearch, readCouponsSearch } from './pages/coupons/search.ts'
import { readCustomersSearch } from './pages/customers/search.ts'
import { readEventsSearch } from './pages/events/search.ts'
import { readExplainSearch } from './pages/explain/search.ts'
import { readRejectedRequestsSearch } from './pages/health/search.ts'
import { readSetupSearch } from './pages/new-program/search.ts'
import { readOverviewSearch } from './pages/overview/search.ts'
import { readPartnersSearch } from './pages/partners/search.ts'
import { readPaymentsSearch } from './pages/payments/search.ts'
import { readPayoutsSearch } from './pages/payouts/search.ts'
import { readReconciliationSearch } from './pages/reconciliation/search.ts'
import { readSettingsSearch } from './pages/settings/search.ts'
import { readNextSearch, readSignInSearch } from './pages/sign-in/search.ts'
import { readWebhooksSearch } from './pages/webhooks/search.ts'
import { parseSearch, stringifySearch } from './search/address-search.ts'
import { readPeriodSearch } from './search/period.ts'
import { lastProgramId, rememberProgram } from './session/last-program.ts'
import { AppShell } from './shell/app-shell.tsx'
import { lazyPage } from './shell/lazy-page.tsx'
import { PageFailed, PageLoading, PageNotFound } from './shell/page-states.tsx'

interface RouterContext {
  queryClient: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: PageNotFound,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyPage(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: readNextSearch,
  component: lazyPage(() => import('./pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyPage(() => import('./pages/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyPage(() => import('./pages/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const sharedTimeline = createRoute({
  getParentRoute: () => root,
  path: '/story',
  component: lazyPage(() => import('./pages/explain/shared-timeline-page.tsx'), 'SharedTimelinePage'),
})

/** Routes below require a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  async beforeLoad({ context, location }) {
    try {
      return { account: await context.queryClient.ensureQueryData(accountQuery()) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
    }
  },
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  async beforeLoad({ context }) {
    const { programs, unreachable } = await context.queryClient.ensureQueryData(programsQuery())
    const ids = [...programs.map(({ id }) => id), ...unreachable]
    const last = ids.find((id) => String(id) === lastProgramId()) ?? ids[0]
    if (last === undefined) {
      // All of the account's workspaces may require a second factor.
      const isLocked = context.account.workspaces.some(({ lacksTwoFactor }) => lacksTwoFactor)
      throw redirect({ to: isLocked ? '/account' : '/programs/new' })
    }
    throw redirect({ to: '/programs/$programId/overview', params: { programId: String(last) } })
  },
})

const newProgram = createRoute({
  getParentRoute: () => signedIn,
  path: '/programs/new',
  component: lazyPage(() => import('./pages/new-program/new-program-page.tsx'), 'NewProgramPage'),
})

const invitation = createRoute({
  getParentRoute: () => signedIn,
  path: '/invitations/$secret',
  component: lazyPage(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyPage(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
})

/** A program's routes. Their context always has a `program`. */
export const programRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/programs/$programId',
  async beforeLoad({ context, params, preload }) {
    if (!/^[1-9]\d{0,15}$/.test(params.programId)) throw notFound()
    try {
      await context.queryClient.ensureQueryData(programQuery(params.programId))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'two_factor_required')
        throw redirect({ to: '/account' })
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) throw notFound()
      throw error
    }
    if (!preload) rememberProgram(params.programId)
  },
  component: AppShell,
})

const programHome = createRoute({
  getParentRoute: () => programRoute,
  path: '/',
  beforeLoad({ params }) {
    throw redirect({ to: '/programs/$programId/overview', params })
  },
})

export const overviewRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'overview',
  validateSearch: readOverviewSearch,
  component: lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
})

export const setupRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'setup',
  validateSearch: readSetupSearch,
  staticData: { hasDates: 'in some parts' },
  component: lazyPage(() => import('./pages/new-program/setup-page.tsx'), 'SetupPage'),
})

export const integrationRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'integration',
  component: lazyPage(() => import('./pages/integration/integration-page.tsx'), 'IntegrationPage'),
})

export const eventsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'events',
  validateSearch: readEventsSearch,
  component: lazyPage(() => import('./pages/events/events-page.tsx'), 'EventsPage'),
})

export const healthRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'health',
  validateSearch: readPeriodSearch,
  component: lazyPage(() => import('./pages/health/health-page.tsx'), 'HealthPage'),
})

export const rejectedRequestsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'rejected-requests',
  validateSearch: readRejectedRequestsSearch,
  component: lazyPage(() => import('./pages/health/rejected-requests-page.tsx'), 'RejectedRequestsPage'),
})

export const explainRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'explain',
  validateSearch: readExplainSearch,
  component: lazyPage(() => import('./pages/explain/explain-page.tsx'), 'ExplainPage'),
})

export const partnersRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'partners',
  validateSearch: readPartnersSearch,
  beforeLoad({ params, search: { open, ...search } }) {
    // Old URLs opened partners in a panel next to the list.
    if (open !== undefined) {
      throw redirect({
        to: '/programs/$programId/partners/$partnerId',
        params: { ...params, partnerId: String(open) },
        search: readPeriodSearch({ ...search }),
        replace: true,
      })
    }
  },
  component: lazyPage(() => import('./pages/partners/partners-page.tsx'), 'PartnersPage'),
})

export const partnerRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'partners/$partnerId',
  validateSearch: readPeriodSearch,
  beforeLoad({ params }) {
    if (!/^[1-9]\d{0,15}$/.test(params.partnerId)) throw notFound()
  },
  component: lazyPage(() => import('./pages/partners/partner-page.tsx'), 'PartnerPage'),
})

export const applicationsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'applications',
  validateSearch: readApplicationsSearch,
  component: lazyPage(() => import('./pages/applications/applications-page.tsx'), 'ApplicationsPage'),
})

export const claimsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'claims',
  validateSearch: readClaimsSearch,
  component: lazyPage(() => import('./pages/claims/claims-page.tsx'), 'ClaimsPage'),
})

export const breakdownRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'breakdown',
  validateSearch: readBreakdownSearch,
  component: lazyPage(() => import('./pages/breakdown/breakdown-page.tsx'), 'BreakdownPage'),
})

export const commissionsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'commissions',
  validateSearch: readCommissionsSearch,
  component: lazyPage(() => import('./pages/commissions/commissions-page.tsx'), 'CommissionsPage'),
})

export const couponsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'coupon-codes',
  validateSearch: readCouponsSearch,
  component: lazyPage(() => import('./pages/coupons/coupons-page.tsx'), 'CouponsPage'),
})

export const couponReportRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'coupon-report',
  validateSearch: readCouponReportSearch,
  component: lazyPage(() => import('./pages/coupons/coupon-report-page.tsx'), 'CouponReportPage'),
})

export const captureReportRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'capture-report',
  validateSearch: readPeriodSearch,
  component: lazyPage(() => import('./pages/capture/capture-report-page.tsx'), 'CaptureReportPage'),
})

export const customersRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'customers',
  validateSearch: readCustomersSearch,
  component: lazyPage(() => import('./pages/customers/customers-page.tsx'), 'CustomersPage'),
})

export const payoutsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'payouts',
  validateSearch: readPayoutsSearch,
  component: lazyPage(() => import('./pages/payouts/payouts-page.tsx'), 'PayoutsPage'),
})

export const invoicesRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'invoices',
  component: lazyPage(() => import('./pages/invoices/invoices-page.tsx'), 'InvoicesPage'),
})

export const paymentsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'payments',
  validateSearch: readPaymentsSearch,
  component: lazyPage(() => import('./pages/payments/payments-page.tsx'), 'PaymentsPage'),
})

export const reconciliationRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'reconciliation',
  validateSearch: readReconciliationSearch,
  component: lazyPage(() => import('./pages/reconciliation/reconciliation-page.tsx'), 'ReconciliationPage'),
})

export const webhooksRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'webhooks',
  validateSearch: readWebhooksSearch,
  component: lazyPage(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

export const settingsRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'settings',
  staticData: { hasDates: 'in some parts' },
  validateSearch: readSettingsSearch,
  beforeLoad({ params, search: { processor } }) {
    // The payment processor's OAuth flow returns here.
    if (processor !== undefined) {
      throw redirect({ to: '/programs/$programId/payments', params, search: { processor } })
    }
  },
  component: lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

export const auditLogRoute = createRoute({
  getParentRoute: () => programRoute,
  path: 'audit-log',
  validateSearch: readAuditLogSearch,
  component: lazyPage(() => import('./pages/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})

const routeTree = root.addChildren([
  signIn,
  signUp,
  forgotPassword,
  resetPassword,
  sharedTimeline,
  signedIn.addChildren([
    home,
    newProgram,
    account,
    invitation,
    programRoute.addChildren([
      programHome,
      overviewRoute,
      setupRoute,
      integrationRoute,
      eventsRoute,
      healthRoute,
      rejectedRequestsRoute,
      explainRoute,
      partnersRoute,
      partnerRoute,
      applicationsRoute,
      claimsRoute,
      breakdownRoute,
      commissionsRoute,
      couponsRoute,
      couponReportRoute,
      captureReportRoute,
      customersRoute,
      payoutsRoute,
      invoicesRoute,
      paymentsRoute,
      reconciliationRoute,
      webhooksRoute,
      settingsRoute,
      auditLogRoute,
    ]),
  ]),
])

export function createDashboardRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // Each page only gets the parameters that its own reader returns.
    search: { strict: true },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: PageNotFound,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Set if only some parts of the page have dates; these parts then show the `TimeZoneNote` themselves. */
    hasDates?: 'in some parts'
  }
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
