import { once } from 'node:events'
import { Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { limits } from './config.ts'
import type { App } from './service.ts'

/** Apps whose answers say that they are the last of their connection. */
const ending = new WeakSet<App>()

/**
 * Lets the service stop although its callers keep their connections: what is answered while it stops says that it is
 * the last answer of its connection, and a connection that has nothing under way is closed.
 */
export function endConnectionsWhenStopping(app: App): void {
  app.addHook('preClose', async () => {
    ending.add(app)
    // An answer that had begun before could not say so.
    const timer = setInterval(() => app.server.closeIdleConnections(), limits.idleConnectionsEveryMs)
    app.server.once('close', () => clearInterval(timer))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (ending.has(app)) reply.header('connection', 'close')
    done()
  })
}

/**
 * Takes no new connection, and leaves those that are open to end by themselves for `idleMs`: whoever asks on one is
 * answered, and told that it was the last answer. One that is closed while it is idle may be closed under a call that
 * is on its way; so nothing is lost when another process listens already.
 */
export async function leaveConnections(app: App, idleMs: number): Promise<void> {
  ending.add(app)
  const hasEnded = once(app.server, 'close')
  // The close of a plain server: that of HTTP ends what is idle at once.
  Server.prototype.close.call(app.server)
  await Promise.race([hasEnded, setTimeout(idleMs)])
}
