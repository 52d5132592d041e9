import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import helmet from '@fastify/helmet'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { within } from './core/async/within.ts'
import { type Config, limits } from './core/config/config.ts'
import type { Deps } from './core/deps.ts'
import {
  answerUnreadableAddress,
  headersOfEveryAnswer,
  registerErrorHandler,
} from './core/errors/error-handler.http.ts'
import { unreadableBody } from './core/errors/errors.http.ts'
import { keepAnswersInTime } from './core/http/admission.http.ts'
import { closeInputs } from './core/http/closed-input.http.ts'
import { answerUnchanged } from './core/http/conditional-get.http.ts'
import { boundConnections, connectionOptions } from './core/http/connections.http.ts'
import { warnOfUnknownProxy } from './core/http/forwarded-header.http.ts'
import { lazySchemas } from './core/http/lazy-schemas.http.ts'
import { openToBrowsers } from './core/http/open-to-browsers.http.ts'
import { collectOpenApi } from './core/http/openapi.http.ts'
import { createLimits, registerRateLimits } from './core/http/rate-limit.http.ts'
import { receiveRawBodies } from './core/http/request-parsing.http.ts'
import { registerServeApiReference } from './core/http/serve-api-reference.route.ts'
import { isPageVisit, registerServeDashboard, sendDashboard } from './core/http/serve-dashboard.route.ts'
import { registerOperations } from './core/http/serve-operations.route.ts'
import type { App, Limits } from './core/http/service.ts'
import { cutOffUnreadBodies } from './core/http/unread-bodies.http.ts'
import type { Job } from './core/jobs/jobs.ts'
import { logResponse } from './core/observability/log.http.ts'
import { createLogger } from './core/observability/logger.ts'
import { createMetrics, type Metrics } from './core/observability/metrics.ts'
import { endConnectionsWhenStopping } from './core/processes/stopping.http.ts'
import { registerExportCommissions } from './earnings/commissions/export-commissions.route.ts'
import { registerListCommissions } from './earnings/commissions/list-commissions.route.ts'
import { registerReviewCommissions } from './earnings/commissions/review-commissions.route.ts'
import { registerManageInvoices } from './earnings/invoices/manage-invoices.route.ts'
import { registerMakePaymentFiles } from './earnings/payment-files/make-payment-files.route.ts'
import { registerReadPayoutDetails } from './earnings/payout-details/read-payout-details.route.ts'
import { registerExchangePayoutFiles } from './earnings/payouts/exchange-payout-files.route.ts'
import { registerManagePayoutSettings } from './earnings/payouts/manage-payout-settings.route.ts'
import { registerManagePayouts } from './earnings/payouts/manage-payouts.route.ts'
import { registerMarkCommissionsPaid } from './earnings/payouts/mark-commissions-paid.route.ts'
import { registerMarkPayoutsPaid } from './earnings/payouts/mark-payouts-paid.route.ts'
import { registerReadBalances } from './earnings/payouts/read-balances.route.ts'
import { accountMailOf } from './notifications/mail/account-mail.flow.ts'
import type { DevelopmentMailbox } from './notifications/mail/mail.ts'
import { readMailBacklog } from './notifications/mail/mails.sql.ts'
import { registerManageMails } from './notifications/mail/manage-mails.route.ts'
import { registerShowDevelopmentMails } from './notifications/mail/show-development-mails.route.ts'
import { registerUnsubscribe } from './notifications/mail/unsubscribe.route.ts'
import { registerManageWebhookListeners } from './notifications/webhooks/manage-webhook-listeners.route.ts'
import { registerManageWebhooks } from './notifications/webhooks/manage-webhooks.route.ts'
import { readBacklog } from './notifications/webhooks/webhook-backlog.sql.ts'
import { registerManagePerson } from './operations/data-subjects/manage-data-subjects.route.ts'
import { registerAdvanceClock } from './operations/sandbox/advance-clock.route.ts'
import { registerImportPartners } from './partners/enrollments/import-partners.route.ts'
import { registerListPartnerMails } from './partners/enrollments/list-partner-mails.route.ts'
import { registerManageGroups } from './partners/enrollments/manage-groups.route.ts'
import { registerManageLinks } from './partners/enrollments/manage-links.route.ts'
import { registerManageNotes } from './partners/enrollments/manage-notes.route.ts'
import { registerManagePartners } from './partners/enrollments/manage-partners.route.ts'
import { registerManageTags } from './partners/enrollments/manage-tags.route.ts'
import { registerJoin } from './partners/onboarding/join.route.ts'
import { registerManageApplications } from './partners/onboarding/manage-applications.route.ts'
import { registerManageJoinPage } from './partners/onboarding/manage-join-page.route.ts'
import { registerManagePartnerInvitations } from './partners/onboarding/manage-partner-invitations.route.ts'
import { registerCopySignInLink } from './partners/portal-access/copy-sign-in-link.route.ts'
import { framersOf } from './partners/portal-access/framers.http.ts'
import { registerManagePartnerAccount } from './partners/portal-access/manage-partner-account.route.ts'
import { registerManagePartnerSessions } from './partners/portal-access/manage-partner-sessions.route.ts'
import { registerManagePasskeys } from './partners/portal-access/manage-passkeys.route.ts'
import { registerManagePortalSettings } from './partners/portal-access/manage-portal-settings.route.ts'
import { registerOpenDelegatedSession } from './partners/portal-access/open-impersonation.route.ts'
import { registerRequestSignInLink } from './partners/portal-access/request-sign-in-link.route.ts'
import { registerSignInPartner } from './partners/portal-access/sign-in.route.ts'
import { registerSignInByPasskey } from './partners/portal-access/sign-in-by-passkey.route.ts'
import { registerAsk } from './portal/inquiries/inquiries.route.ts'
import { registerManageClaims } from './portal/inquiries/manage-claims.route.ts'
import { registerManageOwnClaims } from './portal/inquiries/manage-own-claims.route.ts'
import { registerCloseAccount } from './portal/partner-portal/close-account.route.ts'
import { registerExportAccount } from './portal/partner-portal/export-account.route.ts'
import { registerListProgramEnrollments } from './portal/partner-portal/list-program-enrollments.route.ts'
import { registerManageOwnLinks } from './portal/partner-portal/manage-own-links.route.ts'
import { registerManageOwnMails } from './portal/partner-portal/manage-own-mails.route.ts'
import { registerManageOwnPayoutDetails } from './portal/partner-portal/manage-own-payout-details.route.ts'
import { registerReadOwnEarnings } from './portal/partner-portal/read-own-earnings.route.ts'
import { registerReadOwnOverview } from './portal/partner-portal/read-own-overview.route.ts'
import { registerReadOwnPayouts } from './portal/partner-portal/read-own-payouts.route.ts'
import { registerReadOwnStatements } from './portal/partner-portal/read-own-statements.route.ts'
import { registerExportBreakdown } from './reports/breakdowns/export-breakdown.route.ts'
import { registerReadBreakdown } from './reports/breakdowns/read-breakdown.route.ts'
import { registerExplain } from './reports/explain/explain.route.ts'
import { registerManageShareLinks } from './reports/explain/manage-share-links.route.ts'
import { registerOpenSharedTimeline } from './reports/explain/open-share-link.route.ts'
import { registerExportCustomers } from './reports/performance/export-customers.route.ts'
import { registerListCustomers } from './reports/performance/list-customers.route.ts'
import { registerListEvents } from './reports/performance/list-events.route.ts'
import { registerListPartnerReport } from './reports/performance/list-partner-report.route.ts'
import { registerListSales } from './reports/performance/list-sales.route.ts'
import { registerReadEvent } from './reports/performance/read-event.route.ts'
import { registerReadPartnerMetrics } from './reports/performance/read-partner-metrics.route.ts'
import { registerReadPerformance } from './reports/performance/read-performance.route.ts'
import { registerReadStatus } from './reports/performance/read-status.route.ts'
import { searchOf } from './reports/search/find-search-results.flow.ts'
import { registerPreviewPolicy } from './reports/simulation/preview-policy.route.ts'
import { registerAttributeCustomer } from './tracking/attribution/attribute-customer.route.ts'
import { registerServeTracker } from './tracking/clicks/serve-tracker.route.ts'
import { registerTrackClick } from './tracking/clicks/track-click.route.ts'
import { registerTrackLead } from './tracking/leads/track-lead.route.ts'
import { salePayments } from './tracking/processors/claim-payment.flow.ts'
import { countEventsForReview } from './tracking/processors/events-for-review.sql.ts'
import { registerManageEventsForReview } from './tracking/processors/manage-events-for-review.route.ts'
import { registerManageProcessor } from './tracking/processors/manage-processor.route.ts'
import { registerManageUnattributedPayments } from './tracking/processors/manage-unattributed-payments.route.ts'
import type { Processors } from './tracking/processors/processor.ts'
import type { ProcessorDeps } from './tracking/processors/processor-deps.http.ts'
import { createProcessors } from './tracking/processors/processors.adapter.ts'
import { registerReadProcessorProblems } from './tracking/processors/read-processor-problems.route.ts'
import { registerReceiveProcessorEvent } from './tracking/processors/receive-processor-event.route.ts'
import { registerDecideDuplicate } from './tracking/refunds/decide-duplicate.route.ts'
import { registerRefundSale } from './tracking/refunds/refund-sale.route.ts'
import { registerTrackRefund } from './tracking/refunds/track-refund.route.ts'
import { noteCalls } from './tracking/requests/count-requests.http.ts'
import { registerListRejectedRequests } from './tracking/requests/list-rejected-requests.route.ts'
import { registerReadHealth } from './tracking/requests/read-health.route.ts'
import { type CallLedger, createCallLedger } from './tracking/requests/request-counters.flow.ts'
import { registerTrackSale, type SaleDeps } from './tracking/sales/track-sale.route.ts'
import { registerAcceptInvitation } from './workspace/accounts/accept-invitation.route.ts'
import { registerManageManagementKeys } from './workspace/accounts/manage-management-keys.route.ts'
import { registerManageMembers } from './workspace/accounts/manage-members.route.ts'
import { registerManageWorkspace } from './workspace/accounts/manage-workspace.route.ts'
import { presentsManagementKey } from './workspace/accounts/management-key.http.ts'
import { createManagementKeyUses } from './workspace/accounts/note-management-key-use.flow.ts'
import { registerReadAccount } from './workspace/accounts/read-account.route.ts'
import { finishSessionAnswers } from './workspace/accounts/session.http.ts'
import { nameAuditedRoutes } from './workspace/audit/audited-routes.http.ts'
import { registerListAuditLog } from './workspace/audit/list-audit-log.route.ts'
import { registerManageBrand } from './workspace/branding/manage-brand.route.ts'
import { registerServeLogo } from './workspace/branding/serve-logo.route.ts'
import { createKeyLookup } from './workspace/programs/find-api-key.flow.ts'
import { registerManageApiKeys } from './workspace/programs/manage-api-keys.route.ts'
import { registerManageCommissionPolicies } from './workspace/programs/manage-commission-policies.route.ts'
import { registerManagePrograms } from './workspace/programs/manage-programs.route.ts'
import { createKeyUses } from './workspace/programs/note-key-use.flow.ts'
import { rememberUsedKeys } from './workspace/programs/program-key.http.ts'
import { createAuth } from './workspace/sign-in/auth.adapter.ts'
import { registerReadSignInOptions } from './workspace/sign-in/read-sign-in-options.route.ts'
import { registerAuth } from './workspace/sign-in/serve-auth.route.ts'

/** What the service is built on; the mails of development, where they are shown, are for a page of it. */
export interface AppDeps extends Deps {
  mailbox?: DevelopmentMailbox | undefined
}

/**
 * The whole HTTP service on one Fastify instance; the track calls first, then what reads and manages. Its decorator `jobs`
 * has what each process saves by the clock. Nothing listens yet: tests inject requests, `main.ts` listens. A processor's own HTTP is what tests replace.
 */
export async function buildApp(
  { mailbox, ...deps }: AppDeps,
  processors: Processors = createProcessors(deps.config),
  metrics: Metrics = createMetrics(),
  rateLimits: Limits = createLimits(deps.config),
): Promise<App> {
  const { config } = deps
  const schemas = lazySchemas()
  const app: App = Fastify({
    schemaController: { compilersFactory: schemas.compilersFactory },
    loggerInstance: createLogger(config.logLevel, { worker: config.worker?.number }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof config.trustProxy === 'number' ? trustHops(config.trustProxy) : config.trustProxy,
    bodyLimit: limits.bodyBytes,
    ...connectionOptions(),
    return503OnClosing: false, // what still arrives on an open connection while draining is answered, then closed
    genReqId: () => deps.ids.uuid(),
    frameworkErrors: answerUnreadableAddress,
    routerOptions: { maxParamLength: limits.urlChars },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('compileAllSchemas', schemas.compileAll)
  acceptJsonOnly(app)
  noteEveryCall(app)
  boundConnections(app, { config, metrics })
  endConnectionsWhenStopping(app)
  warnOfUnknownProxy(app, config)
  cutOffUnreadBodies(app)
  registerErrorHandler(app, { isPageVisit, sendPage: (reply) => sendDashboard(reply, config) })
  await app.register(helmet, securityHeaders(config))
  admitCalls(app, deps)
  answerUnchanged(app)
  await app.register(compress, COMPRESSION)

  const managementKeyUses = createManagementKeyUses(deps)
  const service: Service = {
    ...deps,
    accountMail: accountMailOf(deps),
    auth: createAuth(deps),
    limits: rateLimits,
    metrics,
    findKey: createKeyLookup(deps),
    keyUses: createKeyUses(deps),
    managementKeyUses,
    processors,
    payments: salePayments(deps),
  }
  app.addHook('onReady', () => service.limits.connect((what) => tellOfRedis(app, what)))
  app.addHook('onClose', () => service.limits.close())
  registerRateLimits(app, service.limits, presentsManagementKey)
  closeInputs(app, config.currencies)
  await collectOpenApi(app, config)
  nameAuditedRoutes(app)
  finishSessionAnswers(app)
  registerOperations(app, service, metrics)
  watchWebhooks(service)
  watchEventsForReview(service)
  if (config.mail !== undefined) watchMails(service)
  const ledger = openCallLedger(app, service)
  saveByTheClock(app, ledger, [service.keyUses, managementKeyUses])

  registerServeTracker(app)
  await registerTracking(app, service, ledger)
  registerAuth(app, service)
  registerReadSignInOptions(app, service)
  registerReadPerformance(app, service)
  registerReadStatus(app, service)
  registerReadHealth(app, service)
  registerListEvents(app, service)
  registerReadEvent(app, service)
  await registerManagement(app, service)
  registerPortal(app, service)
  registerOpenPages(app, service)
  if (mailbox !== undefined) registerShowDevelopmentMails(app, mailbox)
  registerServeApiReference(app)
  await registerServeDashboard(app, config, framersOf(service))

  return app
}

/** Hooks of every call call back: that spares each call a promise for each of them. */
function noteEveryCall(app: App) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfEveryAnswer(request))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logResponse(request, reply)
    done()
  })
}

/** Two routes are open to browsers (D14), whose scripts read a rejection too. */
function admitCalls(app: App, { database }: Deps) {
  openToBrowsers(app, ['/api/v1/track/click', '/api/v1/track/lead'])
  keepAnswersInTime(app, database)
}

/** Whoever set `REDIS_URL` counts on one limit for all machines: nothing else would say that each has its own. */
function tellOfRedis({ log }: App, what: 'away' | 'back') {
  if (what === 'back') log.info('Redis answers again: it counts the rate limits')
  else {
    log.warn(
      'Redis does not answer: until it does, this service counts its rate limits by itself, and each of several machines ' +
        'allows as many calls, and tries at passwords, as all of them should together',
    )
  }
}

/** Pages that the service makes itself, and what stands on them, for who has no session. */
function registerOpenPages(app: App, service: Service) {
  registerUnsubscribe(app, service)
  registerServeLogo(app, service)
  registerJoin(app, service)
}

/** What the routes of all domains reach for. */
type Service = SaleDeps & ProcessorDeps

/** How much is still to be told to merchants, and for how long the oldest of it has waited. */
function watchWebhooks(service: Service) {
  const help = 'Webhook messages and deliveries that are still to be sent.'
  watchBacklog(service, { name: 'webhook_backlog', help }, readBacklog)
}

/** The same of mails. */
function watchMails(service: Service) {
  watchBacklog(service, { name: 'mail_backlog', help: 'Mails that are still to be sent.' }, readMailBacklog)
}

function watchBacklog(
  { metrics, database, clock }: Service,
  { name, help }: { name: string; help: string },
  read: typeof readBacklog,
) {
  let asked: ReturnType<typeof read> | undefined
  // Both numbers of one scrape are one question, and so are those of a scrape that comes before its answer.
  const backlog = () => {
    asked ??= read(database.kysely).finally(() => {
      asked = undefined
    })
    return asked
  }
  metrics.watchStored(name, help, async () => (await backlog()).waiting)
  metrics.watchStored(`${name}_age_seconds`, 'How long the oldest of them has waited.', async () => {
    const { oldest } = await backlog()
    return oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000)
  })
}

/** What the processor told of that no rule could take in, and that a person must look at. */
function watchEventsForReview({ metrics, database }: Service) {
  const total = {
    name: 'events_for_review_total',
    help: 'Events of payment processors that were kept for a person.',
    label: 'reason',
  }
  metrics.watchTotals(total, () => countEventsForReview(database.kysely))
}

/** The dashboard's own calls, behind a session and its permission (D45), domain by domain from the ground up. */
async function registerManagement(app: App, service: Service) {
  const find = searchOf(service)
  registerReadAccount(app, service)
  registerManageMembers(app, service)
  registerAcceptInvitation(app, service)
  registerManageWorkspace(app, service)
  registerManageManagementKeys(app, service)
  registerListAuditLog(app, service)
  registerManagePrograms(app, service)
  registerManageBrand(app, service)
  registerManageApiKeys(app, service)
  registerManageCommissionPolicies(app, service)
  registerManageMails(app, service)
  registerManagePartners(app, service)
  registerImportPartners(app, service)
  registerManageGroups(app, service)
  registerManageTags(app, service)
  registerManageNotes(app, service)
  registerListPartnerMails(app, service)
  registerManageJoinPage(app, service)
  registerManageApplications(app, service)
  registerManagePartnerInvitations(app, service)
  registerManageLinks(app, service)
  registerListCommissions(app, service, find)
  registerExportCommissions(app, service, find)
  registerReviewCommissions(app, service)
  registerListRejectedRequests(app, service)
  registerRefundSale(app, service)
  registerDecideDuplicate(app, service)
  registerPreviewPolicy(app, service)
  registerManageProcessor(app, service)
  registerManageUnattributedPayments(app, service)
  registerManageEventsForReview(app, service)
  registerReadProcessorProblems(app, service)
  registerReadBalances(app, service)
  registerMarkCommissionsPaid(app, service)
  registerMarkPayoutsPaid(app, service)
  registerManagePayouts(app, service)
  registerReadPayoutDetails(app, service)
  registerManagePayoutSettings(app, service)
  registerMakePaymentFiles(app, service)
  await registerExchangePayoutFiles(app, service)
  registerManageInvoices(app, service)
  registerManageWebhooks(app, service)
  registerManageWebhookListeners(app, service)
  registerListPartnerReport(app, service)
  registerReadPartnerMetrics(app, service)
  registerReadBreakdown(app, service)
  registerExportBreakdown(app, service)
  registerListCustomers(app, service)
  registerAttributeCustomer(app, service)
  registerExportCustomers(app, service)
  registerListSales(app, service)
  registerExplain(app, service)
  registerManageShareLinks(app, service)
  registerOpenSharedTimeline(app, service)
  registerManageClaims(app, service)
  registerManagePerson(app, service)
  registerAdvanceClock(app, service)
}

/** A partner's own calls, behind a session of his (D53), and what the team does for his door. */
function registerPortal(app: App, service: Service) {
  registerCopySignInLink(app, service)
  registerOpenDelegatedSession(app, service)
  registerManagePortalSettings(app, service)
  registerRequestSignInLink(app, service)
  registerSignInPartner(app, service)
  registerManagePartnerAccount(app, service)
  registerManagePartnerSessions(app, service)
  registerManagePasskeys(app, service)
  registerSignInByPasskey(app, service)
  registerExportAccount(app, service)
  registerCloseAccount(app, service)
  registerManageOwnMails(app, service)
  registerListProgramEnrollments(app, service)
  registerReadOwnOverview(app, service)
  registerManageOwnLinks(app, service)
  registerReadOwnEarnings(app, service)
  registerReadOwnPayouts(app, service)
  registerManageOwnPayoutDetails(app, service)
  registerReadOwnStatements(app, service)
  registerAsk(app, service)
  registerManageOwnClaims(app, service)
}

/** The track calls read their bodies themselves; the two that browsers make are open to every origin (D14). */
async function registerTracking(app: App, service: Service, ledger: CallLedger) {
  await app.register(async (scope: App) => {
    receiveRawBodies(scope)
    rememberUsedKeys(scope)
    noteCalls(scope, { ...service, ledger })
    registerTrackClick(scope, service)
    registerTrackLead(scope, service)
    registerTrackSale(scope, service)
    registerTrackRefund(scope, service)
  })
  await app.register(async (scope: App) => {
    receiveRawBodies(scope, limits.processorEventBytes)
    registerReceiveProcessorEvent(scope, service)
  })
}

/** What became of track calls. A job saves it, and so does the end of the service, which it delays for a moment at most. */
function openCallLedger(app: App, { metrics, ...deps }: Service): CallLedger {
  const ledger = createCallLedger(deps, (note, howMany) => metrics.countLostNotes(note, howMany))
  metrics.watch(
    'request_type_notes_waiting',
    'Counts and refusals of track calls that are not saved yet.',
    () => ledger.waiting,
  )
  // What is under way may have been begun before the last calls came.
  const saveAll = () => ledger.save().then(() => ledger.save())
  app.addHook('onClose', () =>
    within(limits.callsGoodbyeMs, saveAll()).catch((error: unknown) =>
      app.log.error({ err: error }, 'what became of track calls was not saved'),
    ),
  )
  app.decorate('saveRequestTypes', saveAll)
  return ledger
}

/** Answers that are worth it; what brings its own encoding (tracker, dashboard) keeps it. */
const COMPRESSION = {
  // Answers only: a body is what its bytes say, and its limit counts them.
  globalDecompression: false,
  threshold: limits.compressedFromBytes,
  encodings: ['br', 'gzip'],
  // The default of brotli takes ten times as long for a few bytes less.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
} satisfies FastifyCompressOptions

/** Where the service is reached without TLS, a browser must not be told to use it. */
function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>) {
  // Nothing here is shown within another page, and old browsers know the one header alone.
  const frameguard = { action: 'deny' } as const
  const frameAncestors = ["'none'"]
  if (publicUrl.startsWith('https:'))
    return { frameguard, contentSecurityPolicy: { directives: { frameAncestors } } }
  return {
    frameguard,
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { frameAncestors, upgradeInsecureRequests: null } },
  }
}

/**
 * JSON is the only body (D2); none at all is fine even from a client that always names its type. One that cannot be
 * read reaches its handler as the error, which is thrown where the body is read: after the caller is known (D37).
 */
function acceptJsonOnly(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined)
    parse(request, body, (error, value) => done(null, error === null ? value : unreadableBody()))
  })
}

/** Trusts the nearest `hops` proxies and nothing behind them. */
function trustHops(hops: number) {
  return (_address: string, hop: number) => hop < hops
}

/** What calls note in memory is saved by jobs of each process, and before the service stops. */
function saveByTheClock(app: App, ledger: CallLedger, keyUses: readonly { save(): Promise<void> }[]) {
  const saveKeyUses = () => Promise.all(keyUses.map((uses) => uses.save()))
  app.addHook('onClose', async () => {
    await saveKeyUses().catch((error: unknown) => app.log.error({ err: error }, 'key uses were not saved'))
  })
  app.decorate<readonly Job[]>('jobs', [
    {
      name: 'save_request_types',
      everyMs: limits.callsSavedMs,
      run: async () => ledger.waiting > 0 && ledger.save(),
    },
    { name: 'save_key_uses', everyMs: limits.keyUsesSavedMs, run: saveKeyUses },
  ])
}
