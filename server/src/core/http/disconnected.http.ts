import type { FastifyReply } from 'fastify'
import { ApiError } from '../errors/errors.http.ts'

/** Ends with the connection of the call: nobody waits for its answer any more. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () =>
    gone.abort(new ApiError('service_unavailable', 'Whoever asked has gone before the answer was there.'))
  if (reply.raw.destroyed) leave()
  else reply.raw.once('close', leave)
  return gone.signal
}
