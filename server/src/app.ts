import type { Deps } from './core/deps.ts'
import { closeInputs } from './core/http/closed-input.http.ts'
import { createServer } from './core/http/create-server.plugin.ts'
import { collectOpenApi } from './core/http/openapi.http.ts'
import { createLimits, registerRateLimits } from './core/http/rate-limit.http.ts'
import { registerServeApiReference } from './core/http/serve-api-reference.route.ts'
import { registerServeDashboard } from './core/http/serve-dashboard.route.ts'
import { registerOperations } from './core/http/serve-operations.route.ts'
import type { App, Limits } from './core/http/service.ts'
import type { Job } from './core/jobs/jobs.ts'
import { createMetrics, type Metrics } from './core/observability/metrics.ts'
import { registerCommissions } from './earnings/commissions/commissions.plugin.ts'
import { registerManageInvoices } from './earnings/invoices/manage-invoices.route.ts'
import { registerCreatePaymentFiles } from './earnings/payment-files/create-payment-files.route.ts'
import { registerReadPayoutDetails } from './earnings/payout-details/read-payout-details.route.ts'
import { registerPayouts } from './earnings/payouts/payouts.plugin.ts'
import { createAccountMail } from './notifications/mail/account-mail.flow.ts'
import { registerMail } from './notifications/mail/mail.plugin.ts'
import type { DevelopmentMailbox } from './notifications/mail/mail.ts'
import { registerWebhooks } from './notifications/webhooks/webhooks.plugin.ts'
import { registerManageDataSubjects } from './operations/data-subjects/manage-data-subjects.route.ts'
import { openArchiveLocation } from './operations/retention/open-archive-location.flow.ts'
import { registerReadArchivedClick } from './operations/retention/read-archived-click.route.ts'
import { registerAdvanceClock } from './operations/sandbox/advance-clock.route.ts'
import { registerCountWaitingWork } from './operations/waiting-work/count-waiting-work.route.ts'
import { registerEnrollments } from './partners/enrollments/enrollments.plugin.ts'
import { registerOnboarding } from './partners/onboarding/onboarding.plugin.ts'
import { createEmbedOriginReader } from './partners/portal-access/embed-origins.http.ts'
import { registerPortalAccess } from './partners/portal-access/portal-access.plugin.ts'
import { registerInquiries } from './portal/inquiries/inquiries.plugin.ts'
import { registerPartnerPortal } from './portal/partner-portal/partner-portal.plugin.ts'
import { registerBreakdowns } from './reports/breakdowns/breakdowns.plugin.ts'
import { registerReadCaptureReport } from './reports/capture-report/read-capture-report.route.ts'
import { registerReadCouponReport } from './reports/coupon-report/read-coupon-report.route.ts'
import { registerExplain } from './reports/explain/explain.route.ts'
import { registerPerformance } from './reports/performance/performance.plugin.ts'
import { createSearch } from './reports/search/find-search-results.flow.ts'
import { registerSearch } from './reports/search/search.route.ts'
import { registerShareLinks } from './reports/share-links/share-links.plugin.ts'
import { registerPreviewPolicy } from './reports/simulation/preview-policy.route.ts'
import { registerAttributeCustomer } from './tracking/attribution/attribute-customer.route.ts'
import { createClickGroup } from './tracking/clicks/click-groups.flow.ts'
import { registerRedirectClick } from './tracking/clicks/redirect-click.route.ts'
import { registerServeTracker } from './tracking/clicks/serve-tracker.route.ts'
import { registerTrackClick } from './tracking/clicks/track-click.route.ts'
import { registerCoupons } from './tracking/coupons/coupons.plugin.ts'
import { registerTrackLead } from './tracking/leads/track-lead.route.ts'
import { salePayments } from './tracking/processors/claim-payment.flow.ts'
import type { Processors } from './tracking/processors/processor.ts'
import { createProcessors } from './tracking/processors/processors.adapter.ts'
import { registerProcessors } from './tracking/processors/processors.plugin.ts'
import { registerReadiness } from './tracking/readiness/readiness.route.ts'
import { registerReconciliation } from './tracking/reconciliation/reconciliation.plugin.ts'
import { registerRefunds } from './tracking/refunds/refunds.plugin.ts'
import { registerTrackRefund } from './tracking/refunds/track-refund.route.ts'
import { registerRequests } from './tracking/requests/requests.plugin.ts'
import { registerTrackSale } from './tracking/sales/track-sale.route.ts'
import { registerAccounts } from './workspace/accounts/accounts.plugin.ts'
import { presentsManagementKey } from './workspace/accounts/management-key.http.ts'
import { createManagementKeyUsage } from './workspace/accounts/management-key-uses.flow.ts'
import { finishSessionResponses } from './workspace/accounts/session.http.ts'
import { nameAuditedRoutes } from './workspace/audit/audited-routes.http.ts'
import { registerListAuditLog } from './workspace/audit/list-audit-log.route.ts'
import { registerBranding } from './workspace/branding/branding.plugin.ts'
import { createKeyLookup } from './workspace/programs/find-api-key.flow.ts'
import { createKeyUsage } from './workspace/programs/key-uses.flow.ts'
import { keyUsageJob, registerPrograms } from './workspace/programs/programs.plugin.ts'
import { createAuth } from './workspace/sign-in/auth.adapter.ts'
import { registerSignIn } from './workspace/sign-in/sign-in.plugin.ts'

export interface AppDeps extends Deps {
  /** Collects emails in development, for `/dev/mail`. */
  mailbox?: DevelopmentMailbox | undefined
  /** Contains the credentials of the archives' location. */
  environment?: NodeJS.ProcessEnv | undefined
}

/**
 * Builds the HTTP service: one plugin per domain on one Fastify instance. Its decorator `jobs` lists the jobs of each
 * process. Tests inject requests and replace the processors; `main.ts` listens.
 */
export async function buildApp(
  { mailbox, environment = {}, ...deps }: AppDeps,
  processors: Processors = createProcessors(deps.config),
  metrics: Metrics = createMetrics(),
  rateLimits: Limits = createLimits(deps.config),
): Promise<App> {
  const app = await createServer(deps, metrics)
  const managementKeyUses = createManagementKeyUsage(deps)
  const service = {
    ...deps,
    accountMail: createAccountMail(deps),
    auth: createAuth(deps),
    limits: rateLimits,
    metrics,
    findKey: createKeyLookup(deps),
    keyUses: createKeyUsage(deps),
    managementKeyUses,
    processors,
    payments: salePayments(deps),
  }
  registerRateLimits(app, service.limits, presentsManagementKey)
  closeInputs(app, deps.config.currencies)
  await collectOpenApi(app, deps.config)
  nameAuditedRoutes(app)
  finishSessionResponses(app)
  registerOperations(app, service, metrics)

  registerServeTracker(app)
  const requestCountsJob = await registerRequests(app, service, (scope, countRequest) => {
    const clicks = createClickGroup(service)
    registerTrackClick(scope, service, clicks)
    registerRedirectClick(scope, service, { clicks, countRequest })
    registerTrackLead(scope, service)
    registerTrackSale(scope, service)
    registerTrackRefund(scope, service)
  })
  app.decorate<readonly Job[]>('jobs', [
    requestCountsJob,
    keyUsageJob(app, [service.keyUses, managementKeyUses]),
  ])
  registerSignIn(app, service)
  registerAccounts(app, service)
  registerListAuditLog(app, service)
  registerPrograms(app, service)
  registerBranding(app, service)
  registerMail(app, service, mailbox)
  registerWebhooks(app, service)
  registerEnrollments(app, service)
  registerOnboarding(app, service)
  registerPortalAccess(app, service)
  registerReadPayoutDetails(app, service)
  registerCommissions(app, service, createSearch(service))
  await registerPayouts(app, service)
  registerCreatePaymentFiles(app, service)
  registerManageInvoices(app, service)
  registerAttributeCustomer(app, service)
  registerCoupons(app, service)
  registerRefunds(app, service)
  await registerProcessors(app, service)
  registerReconciliation(app, service)
  registerReadiness(app, service)
  registerSearch(app, service)
  registerPerformance(app, service)
  registerPreviewPolicy(app, service)
  registerReadCouponReport(app, service)
  registerReadCaptureReport(app, service)
  registerBreakdowns(app, service)
  registerExplain(app, service)
  registerShareLinks(app, service)
  registerPartnerPortal(app, service)
  registerInquiries(app, service)
  registerManageDataSubjects(app, service)
  registerReadArchivedClick(app, service, () => openArchiveLocation(deps.config, environment))
  registerAdvanceClock(app, service)
  registerCountWaitingWork(app, service)
  registerServeApiReference(app)
  await registerServeDashboard(app, deps.config, createEmbedOriginReader(service))
  return app
}
