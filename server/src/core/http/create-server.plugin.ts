import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'
import { limits } from '../config/limits.ts'
import type { Deps } from '../deps.ts'
import {
  commonResponseHeaders,
  registerErrorHandler,
  rejectMalformedUrl,
} from '../errors/error-handler.http.ts'
import { unreadableBodyError } from '../errors/errors.http.ts'
import { logResponse } from '../observability/log.http.ts'
import { createLogger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { endConnectionsWhenStopping } from '../processes/stopping.http.ts'
import { limitResponseTime } from './admission.http.ts'
import { sendNotModified } from './conditional-get.http.ts'
import { connectionOptions, limitConnections } from './connections.http.ts'
import { openToBrowsers } from './cors.http.ts'
import { warnAboutUntrustedProxy } from './forwarded-header.http.ts'
import { lazySchemas } from './lazy-schemas.http.ts'
import { isPageVisit, sendDashboard } from './serve-dashboard.route.ts'
import type { App } from './service.ts'
import { abortUnreadBodies } from './unread-bodies.http.ts'

/** Creates the HTTP server with everything that routes share: limits, logging, errors and security headers. */
export async function createServer(deps: Deps, metrics: Metrics): Promise<App> {
  const { config } = deps
  const schemas = lazySchemas()
  const app: App = Fastify({
    schemaController: { compilersFactory: schemas.compilersFactory },
    loggerInstance: createLogger(config.logLevel, { worker: config.worker?.number }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof config.trustProxy === 'number' ? trustHops(config.trustProxy) : config.trustProxy,
    bodyLimit: limits.bodyBytes,
    ...connectionOptions(),
    return503OnClosing: false, // requests that arrive on an open connection while draining are still served
    genReqId: () => deps.ids.uuid(),
    frameworkErrors: rejectMalformedUrl,
    routerOptions: { maxParamLength: limits.maxUrlLength },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('compileAllSchemas', schemas.compileAll)
  acceptJsonOnly(app)
  addSharedHooks(app)
  limitConnections(app, { config, metrics })
  endConnectionsWhenStopping(app)
  warnAboutUntrustedProxy(app, config)
  abortUnreadBodies(app)
  registerErrorHandler(app, { isPageVisit, sendPage: (reply) => sendDashboard(reply, config) })
  sendSecurityHeaders(app, config)
  openToBrowsers(app, ['/api/v1/track/click', '/api/v1/track/lead']) // D14
  limitResponseTime(app, deps.database)
  sendNotModified(app)
  await app.register(compress, COMPRESSION)
  return app
}

/** Uses callback hooks, because an async hook would cost every request a promise. */
function addSharedHooks(app: App) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonResponseHeaders(request))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logResponse(request, reply)
    done()
  })
}

/** Responses that set their own encoding (tracker, dashboard) keep it. */
const COMPRESSION = {
  // Request bodies are never decompressed, so the size limit applies to the bytes as sent.
  globalDecompression: false,
  threshold: limits.compressedFromBytes,
  encodings: ['br', 'gzip'],
  // Brotli's default quality takes ten times as long to save a few bytes.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
} satisfies FastifyCompressOptions

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether responses have the security headers for pages. Default: true. */
    securityHeaders?: false
  }
}

/** Sends the security headers. Without TLS, the policy must not make browsers upgrade requests to HTTPS. */
function sendSecurityHeaders(app: App, { publicUrl }: Pick<Config, 'publicUrl'>) {
  // `frame-ancestors`, and X-Frame-Options for older browsers.
  const frameguard = { action: 'deny' } as const
  const frameAncestors = ["'none'"]
  const setHeaders = publicUrl.startsWith('https:')
    ? helmet({ frameguard, contentSecurityPolicy: { directives: { frameAncestors } } })
    : helmet({
        frameguard,
        strictTransportSecurity: false,
        contentSecurityPolicy: { directives: { frameAncestors, upgradeInsecureRequests: null } },
      })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.securityHeaders === false) done()
    else setHeaders(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined))
  })
}

/**
 * Accepts only JSON bodies (D2); an empty body is accepted with any JSON content type. A body that can't be parsed
 * reaches the handler as an error that is thrown when the handler reads it, after authentication (D37).
 */
function acceptJsonOnly(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined)
    parse(request, body, (error, value) => done(null, error === null ? value : unreadableBodyError()))
  })
}

/** Trusts the nearest `hops` proxies. */
function trustHops(hops: number) {
  return (_address: string, hop: number) => hop < hops
}
