import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import helmet from '@fastify/helmet'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type Config, limits } from './config.ts'
import type { Deps } from './deps.ts'
import { createKeyUses, type KeyUses } from './flows/note-key-use.ts'
import { type Auth, createAuth, registerAuth } from './http/auth.ts'
import { answerBrokenRequest, registerErrorHandler, sendError } from './http/error-handler.ts'
import { unreadableBody } from './http/errors.ts'
import { loggerOptions, logResponse } from './http/log.ts'
import { openToBrowsers } from './http/open-to-browsers.ts'
import { collectOpenApi, serveOpenApi } from './http/openapi.ts'
import { createLimits, type Limits, registerRateLimits } from './http/rate-limit.ts'
import { receiveRawBodies } from './http/wire.ts'
import { createProcessors, type Processors } from './processor/processors.ts'
import { registerExchangePayoutFiles } from './routes/exchange-payout-files.ts'
import { registerExportCommissions } from './routes/export-commissions.ts'
import { registerExportCustomers } from './routes/export-customers.ts'
import { registerListCommissions } from './routes/list-commissions.ts'
import { registerListCustomers } from './routes/list-customers.ts'
import { registerListEvents } from './routes/list-events.ts'
import { registerListSales } from './routes/list-sales.ts'
import { registerManageApiKeys } from './routes/manage-api-keys.ts'
import { registerManageCommissionPolicies } from './routes/manage-commission-policies.ts'
import { registerManageInvoices } from './routes/manage-invoices.ts'
import { registerManageLinks } from './routes/manage-links.ts'
import { registerManageMembers } from './routes/manage-members.ts'
import { registerManagePartners } from './routes/manage-partners.ts'
import { registerManagePayouts } from './routes/manage-payouts.ts'
import { registerManageProcessor } from './routes/manage-processor.ts'
import { registerManagePrograms } from './routes/manage-programs.ts'
import { registerManageUnattributedPayments } from './routes/manage-unattributed-payments.ts'
import { registerManageWebhooks } from './routes/manage-webhooks.ts'
import { registerMarkCommissionsPaid } from './routes/mark-commissions-paid.ts'
import { registerReadAccount } from './routes/read-account.ts'
import { registerReadBalances } from './routes/read-balances.ts'
import { registerReadEvent } from './routes/read-event.ts'
import { registerReadPartnerNumbers } from './routes/read-partner-numbers.ts'
import { registerReadPerformance } from './routes/read-performance.ts'
import { registerReadStatus } from './routes/read-status.ts'
import { registerReceiveProcessorEvent } from './routes/receive-processor-event.ts'
import { registerRefundSale } from './routes/refund-sale.ts'
import { registerReviewCommissions } from './routes/review-commissions.ts'
import { isPageVisit, registerServeDashboard, sendDashboard } from './routes/serve-dashboard.ts'
import { registerOperations } from './routes/serve-operations.ts'
import { registerServeTracker } from './routes/serve-tracker.ts'
import { registerTrackClick } from './routes/track-click.ts'
import { registerTrackLead } from './routes/track-lead.ts'
import { registerTrackRefund } from './routes/track-refund.ts'
import { registerTrackSale } from './routes/track-sale.ts'

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What a route may reach for beside the flows' own needs. */
export interface ServiceDeps extends Deps {
  auth: Auth
  limits: Limits
  keyUses: KeyUses
  processors: Processors
}

/**
 * The whole HTTP service on one Fastify instance; the routes are registered in the order the data flows.
 * Nothing listens yet: tests inject requests, `main.ts` listens. A processor's own HTTP is what tests replace.
 */
export async function buildApp(
  deps: Deps,
  processors: Processors = createProcessors(deps.config),
): Promise<App> {
  const { config } = deps
  const app: App = Fastify({
    logger: loggerOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof config.trustProxy === 'number' ? trustHops(config.trustProxy) : config.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    return503OnClosing: false, // what still arrives on an open connection while draining is answered, then closed
    genReqId: () => deps.ids.uuid(),
    // An address that cannot be decoded fails before any hook or handler of ours.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: limits.urlChars },
  }).withTypeProvider<TypeBoxTypeProvider>()

  acceptJsonOnly(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
  })
  app.addHook('onResponse', async (request, reply) => logResponse(request, reply))
  registerErrorHandler(app, { isPageVisit, sendPage: sendDashboard })
  await app.register(helmet, securityHeaders(config))

  const service: ServiceDeps = {
    ...deps,
    auth: createAuth(deps),
    limits: createLimits(config),
    keyUses: createKeyUses(deps),
    processors,
  }
  app.addHook('onReady', () => service.limits.connect())
  app.addHook('onClose', () => service.limits.close())
  registerRateLimits(app, service.limits)
  await collectOpenApi(app, config)
  registerOperations(app, service)
  saveKeyUses(app, service.keyUses)

  registerServeTracker(app)
  await registerTracking(app, service)
  registerAuth(app, service)
  registerReadPerformance(app, service)
  registerReadStatus(app, service)
  registerListEvents(app, service)
  registerReadEvent(app, service)
  await registerManagement(app, service)
  await serveOpenApi(app)
  await registerServeDashboard(app)

  return app
}

/** The dashboard's own calls, behind a session and its permission (D45). */
async function registerManagement(app: App, service: ServiceDeps) {
  registerReadAccount(app, service)
  registerManagePrograms(app, service)
  registerManageApiKeys(app, service)
  registerManagePartners(app, service)
  registerReadPartnerNumbers(app, service)
  registerManageLinks(app, service)
  registerManageCommissionPolicies(app, service)
  registerListCustomers(app, service)
  registerExportCustomers(app, service)
  registerListSales(app, service)
  registerListCommissions(app, service)
  registerRefundSale(app, service)
  registerExportCommissions(app, service)
  registerReviewCommissions(app, service)
  registerReadBalances(app, service)
  registerMarkCommissionsPaid(app, service)
  registerManagePayouts(app, service)
  await registerExchangePayoutFiles(app, service)
  registerManageInvoices(app, service)
  registerManageProcessor(app, service)
  registerManageUnattributedPayments(app, service)
  registerManageMembers(app, service)
  registerManageWebhooks(app, service)
}

/** The track calls read their bodies themselves; the two that browsers make are open to every origin (D14). */
async function registerTracking(app: App, service: ServiceDeps) {
  await app.register(async (scope: App) => {
    receiveRawBodies(scope)
    openToBrowsers(scope, ['/api/v1/track/click', '/api/v1/track/lead'])
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

/** Where the service is reached without TLS, a browser must not be told to use it. */
function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>) {
  if (publicUrl.startsWith('https:')) return {}
  return {
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
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

/** Saves the last uses of API keys once a minute and before the service stops. */
function saveKeyUses(app: App, keyUses: KeyUses) {
  const save = () => keyUses.save().catch((error) => app.log.error({ err: error }, 'key uses were not saved'))
  const timer = setInterval(save, limits.keyUsesSavedMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await save()
  })
}
