import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { HOLD, HOLD_BODY, RELEASED } from './backup.ts'
import { holdEmbedded } from './hold-embedded.flow.ts'
import { backupLimits } from './limits.ts'

/**
 * `POST /hold` on the control socket holds the embedded database still while another process copies its files. The answer
 * begins with a line of facts. When the body ends, a line says that the database was held until then; it is released too
 * when the caller is gone or takes too long, and then the answer breaks off.
 */
export function registerHold(app: FastifyInstance, { database }: Pick<Deps, 'database'>): void {
  app.addContentTypeParser(HOLD_BODY, (_request, _payload, done) => done(null))
  app.post(`/${HOLD}`, (request, reply) =>
    holdEmbedded(database, async (facts) => {
      reply.hijack()
      reply.raw.writeHead(200).write(`${JSON.stringify(facts)}\n`)
      const signal = AbortSignal.timeout(backupLimits.backupHoldMs)
      await finished(request.raw.resume(), { writable: false, signal }).then(
        () => reply.raw.end(`${RELEASED}\n`),
        () => reply.raw.destroy(),
      )
    }),
  )
}
