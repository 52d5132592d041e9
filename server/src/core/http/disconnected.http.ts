import type { FastifyReply } from 'fastify'
import { ApiError } from '../errors/errors.http.ts'

/** Returns a signal that aborts when the client disconnects. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(new ApiError('service_unavailable', 'The client disconnected.'))
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return controller.signal
}
