import type { FastifyReply } from 'fastify'

/** From a form that was taken to a page of its own, which a browser opens anew without sending anything. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(path, 303)
}
