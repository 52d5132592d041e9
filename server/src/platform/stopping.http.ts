import { limits } from './config.ts'
import type { App } from './service.ts'

/**
 * Lets the service stop although its callers keep their connections: what is answered while it stops says that it is
 * the last answer of its connection, and a connection that has nothing under way is closed.
 */
export function endConnectionsWhenStopping(app: App): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    // An answer that had begun before could not say so.
    const timer = setInterval(() => app.server.closeIdleConnections(), limits.idleConnectionsEveryMs)
    app.server.once('close', () => clearInterval(timer))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
}
