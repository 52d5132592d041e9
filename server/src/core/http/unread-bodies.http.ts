import type { FastifyRequest } from 'fastify'
import { limits } from '../config/limits.ts'
import type { App } from './service.ts'

/**
 * A call that is answered before its body has arrived in full ends its connection, where the rest is more than a body
 * may be: Node would else read it to its end, for as long as the client sends.
 */
export function cutOffUnreadBodies(app: App): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (leavesMuchUnread(request)) reply.header('connection', 'close')
    done()
  })
}

function leavesMuchUnread({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] !== undefined
  return Number(length) > limits.bodyBytes
}
