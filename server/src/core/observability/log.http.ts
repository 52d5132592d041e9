import type { FastifyReply, FastifyRequest } from 'fastify'

const failures = new WeakMap<FastifyRequest, { err: unknown; message: string }>()

/** Notes why a request failed, for its log line. */
export function recordFailure(request: FastifyRequest, err: unknown, message: string): void {
  failures.set(request, { err, message })
}

/** Logs one line per response. Failures are always logged, other responses only at a lower level. */
export function logResponse(request: FastifyRequest, reply: FastifyReply) {
  const line = {
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  }
  const failure = failures.get(request)
  if (failure !== undefined) request.log.error({ ...line, err: failure.err }, failure.message)
  else if (reply.statusCode >= 500) request.log.error(line, 'request failed')
  else request.log.debug(line, 'request completed')
}
