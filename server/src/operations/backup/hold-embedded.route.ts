import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { HOLD, HOLD_BODY, RELEASED } from './backup.ts'
import { pauseEmbeddedDatabase } from './hold-embedded.flow.ts'
import { backupLimits } from './limits.ts'

/**
 * Registers `POST /hold` on the control socket, which pauses the embedded database while another process copies its
 * files. The response starts with a line of facts and, once the request body has ended, finishes with a line that
 * confirms the pause. It is cut off if the client disconnects or times out.
 */
export function registerHold(app: FastifyInstance, { database }: Pick<Deps, 'database'>): void {
  app.addContentTypeParser(HOLD_BODY, (_request, _payload, done) => done(null))
  app.post(`/${HOLD}`, (request, reply) =>
    pauseEmbeddedDatabase(database, async (info) => {
      reply.hijack()
      reply.raw.writeHead(200).write(`${JSON.stringify(info)}\n`)
      const signal = AbortSignal.timeout(backupLimits.backupHoldMs)
      await finished(request.raw.resume(), { writable: false, signal }).then(
        () => reply.raw.end(`${RELEASED}\n`),
        () => reply.raw.destroy(),
      )
    }),
  )
}
