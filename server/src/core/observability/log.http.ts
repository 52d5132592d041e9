import type { FastifyReply, FastifyRequest } from 'fastify'

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
