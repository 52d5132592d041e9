import { chmodSync, rmSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../config/limits.ts'
import type { Deps } from '../deps.ts'
import { errorCode, StartError } from '../errors/start-error.ts'
import { type CommandFailure, controlSocketIn, type ServiceCommand } from './control-socket.ts'

/**
 * Answers commands that run beside this process, on a Unix socket in the data folder that only the same user may open. The
 * app is one of its own and listens nowhere else, so none of its routes is reachable over TCP.
 * @returns a function that ends it with all calls under way; undefined when the folder can hold no socket: its path is too
 *   long, or its file system has none
 */
export async function serveControlSocket(
  dataDir: string,
  register: (app: FastifyInstance) => void,
): Promise<(() => Promise<void>) | undefined> {
  const path = controlSocketIn(dataDir)
  if (path === undefined) return undefined
  const app = Fastify({ bodyLimit: limits.bodyBytes })
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const work = Promise.resolve(handler.call(this, request, reply)).finally(() => underWay.delete(work))
      underWay.add(work)
      return work
    }
  })
  app.setNotFoundHandler(() => {
    throw new StartError('The service is of a version that does not know this command.')
  })
  app.setErrorHandler(async (error, _request, reply): Promise<CommandFailure> => {
    reply.code(error instanceof StartError ? 422 : 500)
    return { message: error instanceof Error ? error.message : String(error), code: errorCode(error) }
  })
  register(app)
  await app.ready()
  const end = async () => {
    app.server.closeAllConnections()
    await Promise.all([app.close(), Promise.allSettled(underWay)])
  }
  try {
    // A killed process may have left one.
    rmSync(path, { force: true })
    await new Promise<void>((resolve, reject) => {
      app.server.once('error', reject)
      app.server.listen(path, resolve)
      if (app.server.listening) chmodSync(path, 0o600)
    })
  } catch {
    await end()
    return undefined
  }
  return end
}

export function registerCommand(
  app: FastifyInstance,
  deps: Deps,
  { name, input, run }: ServiceCommand<TSchema, unknown>,
): void {
  app.post(`/${name}`, async ({ body }) => {
    if (!Check(input, body))
      throw new StartError('The service is of a version that does not know this input.')
    return { result: await run(deps, body) }
  })
}
