import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { explainErrors } from '../errors/error-meanings.http.ts'
import { apiReferencePage } from './api-reference.page.ts'
import { isHeld } from './entity-tag.rule.ts'
import type { OpenApi } from './openapi-parts.ts'
import type { App } from './service.ts'

const FOLDER = new URL('../../../api-reference/', import.meta.url)

interface ServedFile {
  type: string
  text: string
  etag: string
}

/**
 * Serves the API document at `/openapi.json` and the reference at `/docs`. Both are built once, from the
 * registered routes.
 */
export function registerServeApiReference(app: App): void {
  const schema = { hide: true }
  const document = () => app.swagger() as unknown as OpenApi // safe because registerOpenApi collects exactly this
  const files: Record<string, () => ServedFile> = {
    '/openapi.json': () => serve('application/json', JSON.stringify(document())),
    '/docs': () => serve('text/html', apiReferencePage(document(), explainErrors())),
    '/docs/reference.css': () => serve('text/css', readFileSync(new URL('reference.css', FOLDER), 'utf8')),
    '/docs/reference.js': () =>
      serve('text/javascript', readFileSync(new URL('reference.js', FOLDER), 'utf8')),
  }
  for (const [url, render] of Object.entries(files)) {
    let cached: ServedFile | undefined
    app.get(url, { schema }, (request, reply) => {
      cached ??= render()
      return send(cached, request, reply)
    })
  }
  app.get('/docs/', { schema }, (_request, reply) => reply.redirect('/docs', 301))
}

function serve(type: string, text: string): ServedFile {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
  return { type: `${type}; charset=utf-8`, text, etag }
}

function send({ type, text, etag }: ServedFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'cache-control': 'public, max-age=300', etag, 'content-security-policy': POLICY })
  if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(text)
}

/** Allows only the page's own script and style, and no connections. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
