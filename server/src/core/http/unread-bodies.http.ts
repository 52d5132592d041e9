import type { FastifyRequest } from 'fastify'
import { limits } from '../config/limits.ts'
import type { App } from './service.ts'

/**
 * Closes a request's connection if it got a response before its body arrived, if the rest exceeds the body limit.
 * Otherwise, Node would keep reading as long as the client sends.
 */
export function abortUnreadBodies(app: App): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasLargeUnreadBody(request)) reply.header('connection', 'close')
    done()
  })
}

function hasLargeUnreadBody({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] !== undefined
  return Number(length) > limits.bodyBytes
}
