import { within } from '../async/within.ts'
import { limits } from '../config/limits.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { overloaded } from '../errors/errors.http.ts'
import { retryAfterSeconds } from './admission.rule.ts'
import type { App } from './service.ts'

/** Every call but those that take long is answered, or rejected with a 503, within five seconds. */
export function keepAnswersInTime(app: App, database: Pick<Database, 'connectionWait'>): void {
  rejectWhenOverloaded(app, database)
  endLateAnswers(app)
}

/**
 * Rejects a call before any work is done for it when its answer would come too late, so that those that are admitted are
 * answered in time. Pages, files, health checks and metrics are always answered.
 */
function rejectWhenOverloaded(app: App, database: Pick<Database, 'connectionWait'>): void {
  const loopLagMs = watchLoop(app)
  let underWay = 0
  app.addHook('onRequest', (request, _reply, done) => {
    const url = request.routeOptions.url ?? ''
    underWay++
    if (!url.startsWith('/api/')) return done()
    const load = { connection: database.connectionWait(), loopLagMs: loopLagMs(), underWay }
    const seconds = retryAfterSeconds(load, url.startsWith('/api/v1/') ? 'event' : 'other')
    done(seconds === undefined ? undefined : overloaded(seconds))
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    underWay = Math.max(0, underWay - 1)
    done()
  })
}

/**
 * Ends the wait for an answer that does not come in time with a 503: what was under way may have been done or not, as in an
 * outage of the database. Of reads and of events, which are written so that they may be sent again; changes by people, and
 * reads that go over much, have limits of their own.
 */
function endLateAnswers(app: App): void {
  app.addHook('onRoute', (route) => {
    const isRead = route.method === 'GET'
    const isEvent = route.url.startsWith('/api/v1/') && route.url !== BOUNDED_BY_ITS_QUEUE
    if (!route.url.startsWith('/api/') || !(isRead || isEvent)) return
    if (LONG.some((pattern) => pattern.test(route.url))) return
    const { handler } = route
    route.handler = function (request, reply) {
      const leftMs = Math.max(0, limits.answerMs - reply.elapsedTime)
      return within(leftMs, Promise.resolve(handler.call(this, request, reply)), tooLate)
    }
  })
}

const BOUNDED_BY_ITS_QUEUE = '/api/v1/track/click'

/** Files, long reads, and calls that wait for something to happen. */
const LONG = [
  /\.csv$/,
  /\/export$/,
  /\/data-subject$/,
  /\/preview$/,
  /^\/api\/tracking\/breakdown\//,
  /\/webhook-listeners\//,
]

const tooLate = () => new DatabaseUnavailable(new Error(`no answer within ${limits.answerMs} ms`))

/** @returns by how much the event loop is behind, and was before: many calls that come at once are no queue yet */
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
