import { rejectAfter } from '../async/promise-timeout.ts'
import { limits } from '../config/limits.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailableError } from '../database/database-unavailable.ts'
import { overloadedError } from '../errors/errors.http.ts'
import { retryAfterSeconds } from './admission.rule.ts'
import type { App } from './service.ts'

/** Limits response times: ordinary requests get a response or a 503 within five seconds. */
export function limitResponseTime(app: App, database: Pick<Database, 'connectionWait'>): void {
  rejectWhenOverloaded(app, database)
  endLateResponses(app)
}

/**
 * Rejects a request on arrival if its response would come too late, so that admitted ones finish in time. Pages, files,
 * health checks and metrics are always admitted.
 */
function rejectWhenOverloaded(app: App, database: Pick<Database, 'connectionWait'>): void {
  const loopLagMs = watchLoop(app)
  let inProgress = 0
  app.addHook('onRequest', (request, _reply, done) => {
    const url = request.routeOptions.url ?? ''
    inProgress++
    if (!url.startsWith('/api/')) return done()
    const load = { connection: database.connectionWait(), loopLagMs: loopLagMs(), inProgress }
    const seconds = retryAfterSeconds(load, url.startsWith('/api/v1/') ? 'event' : 'other')
    done(seconds === undefined ? undefined : overloadedError(seconds))
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    inProgress = Math.max(0, inProgress - 1)
    done()
  })
}

/**
 * Ends a slow request with a 503. As in a database outage, its work may or may not have been done. Applies to reads and
 * tracking requests, which are safe to retry. Changes by people and expensive reads have their own limits.
 */
function endLateResponses(app: App): void {
  app.addHook('onRoute', (route) => {
    const isRead = route.method === 'GET'
    const isEvent = route.url.startsWith('/api/v1/') && route.url !== QUEUE_LIMITED_ROUTES
    if (!route.url.startsWith('/api/') || !(isRead || isEvent)) return
    if (LONG.some((pattern) => pattern.test(route.url))) return
    const { handler } = route
    route.handler = function (request, reply) {
      const remainingMs = Math.max(0, limits.responseMs - reply.elapsedTime)
      return rejectAfter(remainingMs, Promise.resolve(handler.call(this, request, reply)), timeoutError)
    }
  })
}

const QUEUE_LIMITED_ROUTES = '/api/v1/track/click'

/** Routes without the limit: files, expensive reads and long polls. */
const LONG = [
  /\.csv$/,
  /\/export$/,
  /\/data-subject$/,
  /\/preview$/,
  /^\/api\/tracking\/breakdown\//,
  /\/webhook-listeners\//,
]

const timeoutError = () =>
  new DatabaseUnavailableError(new Error(`no response within ${limits.responseMs} ms`))

/**
 * Measures the event loop delay.
 * @returns a function for the lower of the current and the previous delay, because a single burst of requests is not a
 * queue
 */
function watchLoop(app: App): () => number {
  const everyMs = limits.loopWatchMs
  let firedAt = performance.now()
  let lagMs = 0
  // biome-ignore lint/style/noRestrictedGlobals: measures the event loop itself
  const timer = setInterval(() => {
    const now = performance.now()
    lagMs = Math.max(0, now - firedAt - everyMs)
    firedAt = now
  }, everyMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
  return () => Math.max(0, Math.min(lagMs, performance.now() - firedAt - everyMs))
}
