import { once } from 'node:events'
import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../config/limits.ts'
import { trackConnections } from '../http/connections.http.ts'
import type { App } from '../http/service.ts'

/** The controller of each app. It aborts when the app's next responses should be the last ones on their connections. */
const endings = new WeakMap<App, AbortController>()

/**
 * Returns a signal that aborts when the service stops or a successor takes over, so that long polls end immediately.
 */
export function getShutdownSignal(app: App): AbortSignal {
  return getShutdownController(app).signal
}

function getShutdownController(app: App): AbortController {
  const controller = endings.get(app) ?? new AbortController()
  endings.set(app, controller)
  return controller
}

/** Apps with a successor. Their requests may take longer. */
const replacedApps = new WeakSet<App>()

/** Timeouts for unresponsive clients while the service stops. */
export interface DrainTimeouts {
  /** For receiving the rest of a partial request. */
  arrivalMs: number
  /** For a client to read a response. */
  responsesMs: number
}

/**
 * Lets the service stop although clients keep connections open: responses get `connection: close`, idle connections are
 * closed, and clients that don't send the rest of a request or don't read a response are disconnected, in time to close
 * the database.
 */
export function endConnectionsWhenStopping(app: App, timeouts: DrainTimeouts = getDrainTimeouts(app)): void {
  const stopping = getShutdownSignal(app)
  const connections = trackConnections(app.server)
  app.addHook('preClose', async () => {
    getShutdownController(app).abort()
    // A response that began earlier could not announce that its connection will close.
    // biome-ignore lint/style/noRestrictedGlobals: runs while the service stops and no job does
    const timer = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    }, limits.idleConnectionsEveryMs)
    const arrival = setTimeout(() => {
      for (const [socket, { request }] of connections) if (request?.complete !== true) socket.destroy()
    }, timeouts.arrivalMs)
    const responses = setTimeout(() => app.server.closeAllConnections(), timeouts.responsesMs)
    app.server.once('close', () => {
      clearInterval(timer)
      clearTimeout(arrival)
      clearTimeout(responses)
    })
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done()
  })
}

function getDrainTimeouts(app: App): DrainTimeouts {
  return {
    arrivalMs: limits.stopArrivalMs,
    get responsesMs() {
      return replacedApps.has(app) ? limits.replacedResponsesMs : limits.stopResponsesMs
    },
  }
}

/**
 * Accepts no new connections, and keeps open ones for `idleMs`: their next response is marked as the last. Closing idle
 * ones immediately would break requests in transit. Another process already listens, so no request is lost.
 */
export async function leaveConnections(app: App, idleMs: number): Promise<void> {
  getShutdownController(app).abort()
  replacedApps.add(app)
  const hasEnded = once(app.server, 'close')
  // Uses a plain server's close method, because an HTTP server's would close idle connections immediately.
  Server.prototype.close.call(app.server)
  await Promise.race([hasEnded, wait(idleMs)])
}
