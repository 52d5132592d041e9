import { hash } from 'node:crypto'
import { isHeld } from './entity-tag.rule.ts'
import type { App } from './service.ts'

/**
 * Adds an `ETag` to API reads and sends a 304 if the client already has the response. The tag is a hash of the response
 * body after authorization, so it never hides a change or a lost permission. It is weak because the response may still
 * be compressed. Responses are `no-store`, so only clients that send the tag keep them. Register this before
 * compression, which a 304 then skips.
 */
export function sendNotModified(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' && request.routeOptions.url?.startsWith('/api/') === true
    // The hash of a stream would only be known at its end.
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return done()
    const etag = `W/"${hash('sha256', payload, 'base64url').slice(0, TAG_CHARS)}"`
    reply.header('etag', etag)
    if (!isHeld(request.headers['if-none-match'], etag)) return done()
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, null)
  })
}

/** 132 bits, so collisions are negligible. */
const TAG_CHARS = 22
