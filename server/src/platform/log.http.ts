import { hostname } from 'node:os'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * What is logged, and what never is: no header, body, address or query string, because those hold keys,
 * tokens and e-mails. A database error loses its `detail`, which quotes the row.
 */
export function loggerOptions(level: string, worker?: number | 'primary') {
  return {
    level,
    // Beside pino's own: which of several processes it was.
    ...(worker === undefined ? {} : { base: { pid: process.pid, hostname: hostname(), worker } }),
    serializers: {
      err: (error: unknown) => describeError(error),
      req: (request: FastifyRequest) => ({
        id: request.id,
        method: request.method,
        route: request.routeOptions.url,
      }),
    },
  }
}

const failures = new WeakMap<FastifyRequest, { err: unknown; words: string }>()

/** Why a call failed, for the one line of its answer. */
export function noteFailure(request: FastifyRequest, err: unknown, words: string): void {
  failures.set(request, { err, words })
}

/** One line per answer: failures are always worth one, the rest only when somebody is looking. */
export function logResponse(request: FastifyRequest, reply: FastifyReply) {
  const line = {
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  }
  const failure = failures.get(request)
  if (failure !== undefined) request.log.error({ ...line, err: failure.err }, failure.words)
  else if (reply.statusCode >= 500) request.log.error(line, 'answered')
  else request.log.debug(line, 'answered')
}

function describeError(error: unknown) {
  const thrown = error instanceof Error ? error : new Error(`a ${typeof error} was thrown`)
  const code = 'code' in thrown ? thrown.code : undefined
  return { type: thrown.name, message: thrown.message, code, stack: thrown.stack ?? '' }
}
