import { once } from 'node:events'
import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../config/limits.ts'
import { connectionsOf } from '../http/connections.http.ts'
import type { App } from '../http/service.ts'

/** Of each app, what says that its answers are the last of their connection. */
const endings = new WeakMap<App, AbortController>()

/** Ends when the service stops, or a successor takes over: whoever waits in a call is to be answered at once. */
export function stoppingOf(app: App): AbortSignal {
  return endingOf(app).signal
}

function endingOf(app: App): AbortController {
  const ending = endings.get(app) ?? new AbortController()
  endings.set(app, ending)
  return ending
}

/** Apps that a successor has taken over from: what is under way there may take its time. */
const taken = new WeakSet<App>()

/** How long those who are silent are waited for. */
export interface Patience {
  /** For the rest of a call that has begun to arrive. */
  arrivalMs: number
  /** For an answer to be read. */
  answersMs: number
}

/**
 * Lets the service stop although its callers keep their connections: what is answered while it stops says that it is
 * the last answer of its connection, and a connection that has nothing under way is closed. Nobody holds it by his
 * silence: who sends no call, no end of one, or does not read the answer is cut off, so that there is time left to close
 * the database.
 */
export function endConnectionsWhenStopping(app: App, patience: Patience = timeoutOf(app)): void {
  const stopping = stoppingOf(app)
  const open = connectionsOf(app.server)
  app.addHook('preClose', async () => {
    endingOf(app).abort()
    // An answer that had begun before could not say so.
    // biome-ignore lint/style/noRestrictedGlobals: runs while the service stops and no job does
    const timer = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy()
    }, limits.idleConnectionsEveryMs)
    const arrival = setTimeout(() => {
      for (const [socket, { request }] of open) if (request?.complete !== true) socket.destroy()
    }, patience.arrivalMs)
    const answers = setTimeout(() => app.server.closeAllConnections(), patience.answersMs)
    app.server.once('close', () => {
      clearInterval(timer)
      clearTimeout(arrival)
      clearTimeout(answers)
    })
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done()
  })
}

function timeoutOf(app: App): Patience {
  return {
    arrivalMs: limits.stopArrivalMs,
    get answersMs() {
      return taken.has(app) ? limits.replacedAnswersMs : limits.stopAnswersMs
    },
  }
}

/**
 * Takes no new connection, and leaves those that are open to end by themselves for `idleMs`: whoever asks on one is
 * answered, and told that it was the last answer. One that is closed while it is idle may be closed under a call that
 * is on its way; so nothing is lost when another process listens already.
 */
export async function leaveConnections(app: App, idleMs: number): Promise<void> {
  endingOf(app).abort()
  taken.add(app)
  const hasEnded = once(app.server, 'close')
  // The close of a plain server: that of HTTP ends what is idle at once.
  Server.prototype.close.call(app.server)
  await Promise.race([hasEnded, wait(idleMs)])
}
