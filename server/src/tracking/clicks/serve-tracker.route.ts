import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lazily } from '../../core/async/lazy.ts'
import { isHeld } from '../../core/http/entity-tag.rule.ts'
import type { App } from '../../core/http/service.ts'
import { type ScriptName, trackerScript } from './tracker-script.http.ts'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Pages revalidate the script after at most ten minutes, and use the cached one in the meantime. */
const MUTABLE_CACHE_CONTROL = 'public, max-age=600, stale-while-revalidate=86400'
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/**
 * Registers `GET /js/tracker.js`, the browser tracker for any page, and `GET /js/tracker-<hash>.js`, one exact version,
 * cached for a year. The former's `Content-Location` is the latter. Another version's hash returns this version with a
 * short cache time, so pages with an old URL don't lose clicks. `GET /js/pages.js` is the optional script for
 * single-page apps and multiple sites. Source: specification, "What the service does" 1.
 */
export function registerServeTracker(app: App) {
  const tracker = lazily(() => makeScript('script'))
  const pages = lazily(() => makeScript('pages'))
  const schema = { hide: true }
  app.get('/js/tracker.js', { schema }, (request, reply) =>
    sendScript(tracker(), request, reply, {
      cacheControl: MUTABLE_CACHE_CONTROL,
      location: `/js/tracker-${tracker().hash}.js`,
    }),
  )
  app.get('/js/pages.js', { schema }, (request, reply) =>
    sendScript(pages(), request, reply, { cacheControl: MUTABLE_CACHE_CONTROL }),
  )
  app.get<{ Params: { hash: string } }>('/js/tracker-:hash(^[0-9a-f]{16}).js', { schema }, (request, reply) =>
    sendScript(tracker(), request, reply, {
      cacheControl: request.params.hash === tracker().hash ? IMMUTABLE_CACHE_CONTROL : MUTABLE_CACHE_CONTROL,
      location: `/js/tracker-${tracker().hash}.js`,
    }),
  )
}

interface Script {
  hash: string
  bytes: Record<Encoding, Buffer>
}

function makeScript(name: ScriptName): Script {
  const script = Buffer.from(trackerScript(name))
  return {
    hash: createHash('sha256').update(script).digest('hex').slice(0, 16),
    bytes: { br: brotliCompressSync(script), gzip: gzipSync(script, { level: 9 }), identity: script },
  }
}

function sendScript(
  { hash, bytes }: Script,
  request: FastifyRequest,
  reply: FastifyReply,
  { cacheControl, location }: { cacheControl: string; location?: string },
) {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const etag = `"${hash}-${encoding}"`
  reply.headers({
    'content-type': 'text/javascript; charset=utf-8',
    ...(location === undefined ? {} : { 'content-location': location }),
    'cache-control': cacheControl,
    etag,
    vary: 'accept-encoding',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bytes[encoding])
}

/** Returns the smallest encoding that the client accepts (RFC 9110, 12.5.3). Weights other than 0 are ignored. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = new Map<string, boolean>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((token) => token.trim())
    accepted.set(coding, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  const isAccepted = (encoding: Encoding) => accepted.get(encoding) ?? accepted.get('*') ?? false
  return ENCODINGS.find(isAccepted) ?? 'identity'
}
