import type { FastifyReply } from 'fastify'

/** Redirects after a POST, so that a reload doesn't submit the form again. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(path, 303)
}
