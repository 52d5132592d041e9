import { chmodSync, rmSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../config/limits.ts'
import type { Deps } from '../deps.ts'
import { errorCode, StartError } from '../errors/start-error.ts'
import { type CommandFailure, controlSocketIn, type ServiceCommand } from './control-socket.ts'

/**
 * Serves commands on a Unix socket in the data folder that only the same user may open. It is a separate app, so its
 * routes aren't reachable over TCP.
 * @returns a function that closes it with all its requests; undefined if the folder can't hold a socket: its path is
 * too long, or its file system doesn't support sockets
 */
export async function serveControlSocket(
  dataDir: string,
  register: (app: FastifyInstance) => void,
): Promise<(() => Promise<void>) | undefined> {
  const path = controlSocketIn(dataDir)
  if (path === undefined) return undefined
  const app = Fastify({ bodyLimit: limits.bodyBytes })
  const inProgress = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const execution = Promise.resolve(handler.call(this, request, reply)).finally(() =>
        inProgress.delete(execution),
      )
      inProgress.add(execution)
      return execution
    }
  })
  app.setNotFoundHandler(() => {
    throw new StartError('The running service does not support this command. Restart it with this version.')
  })
  app.setErrorHandler(async (error, _request, reply): Promise<CommandFailure> => {
    reply.code(error instanceof StartError ? 422 : 500)
    return { message: error instanceof Error ? error.message : String(error), code: errorCode(error) }
  })
  register(app)
  await app.ready()
  const end = async () => {
    app.server.closeAllConnections()
    await Promise.all([app.close(), Promise.allSettled(inProgress)])
  }
  try {
    // A killed process may have left a socket file.
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
      throw new StartError(
        'The running service is a different version and does not support this input. Restart it with this command’s version.',
      )
    return { result: await run(deps, body) }
  })
}
