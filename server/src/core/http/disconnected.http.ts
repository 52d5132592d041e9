import type { FastifyReply } from 'fastify'
import { ApiError } from '../errors/errors.http.ts'

/** Returns a signal that aborts when the client disconnects. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () => gone.abort(new ApiError('service_unavailable', 'The client disconnected.'))
  if (reply.raw.destroyed) leave()
  else reply.raw.once('close', leave)
  return gone.signal
}
