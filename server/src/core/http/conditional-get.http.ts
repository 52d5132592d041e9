import { hash } from 'node:crypto'
import { isHeld } from './entity-tag.rule.ts'
import type { App } from './service.ts'

/**
 * Tags what a read of the API answers, and sends nothing but 304 to who has it already. The tag is a hash of the very
 * answer, made after who asks was let in: it changes with every cent, and whoever is not let in is told so. It is weak
 * because the answer may still be compressed.
 *
 * No cache keeps these answers (`no-store`): a client that asks by a tag keeps what it read itself, for as long as it
 * wants to. Register it before the compression, which then has nothing to do.
 */
export function answerUnchanged(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' && request.routeOptions.url?.startsWith('/api/') === true
    // A file that is sent as it is made has no hash before its end.
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return done()
    const etag = `W/"${hash('sha256', payload, 'base64url').slice(0, TAG_CHARS)}"`
    reply.header('etag', etag)
    if (!isHeld(request.headers['if-none-match'], etag)) return done()
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, null)
  })
}

/** 132 bits: no two answers will ever share them. */
const TAG_CHARS = 22
