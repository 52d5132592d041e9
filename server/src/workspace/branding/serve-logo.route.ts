import { parseId } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { findLogo } from './brands.sql.ts'
import { brandingLimits } from './limits.ts'

/**
 * Registers `GET /logos/:programId/:digest`, which serves a logo publicly. Its URL changes with its content, so
 * browsers may cache it. Old URLs in emails return the current logo.
 */
export function registerServeLogo(app: App, { database, limits: rates }: ServiceDeps): void {
  app.get<{ Params: { programId: string; digest: string } }>(
    '/logos/:programId/:digest',
    { schema: { hide: true }, config: { securityHeaders: false } },
    async ({ params, ip }, reply) => {
      reply.headers(await rates.consumeIp(ip))
      const programId = parseId(params.programId)
      const logo = programId === undefined ? undefined : await findLogo(database.kysely, programId)
      if (logo === undefined) return reply.callNotFound()
      const isCurrentLogo = params.digest === logo.digest
      return reply
        .headers({
          'cache-control': isCurrentLogo
            ? `public, max-age=${brandingLimits.logoCacheSeconds}, immutable`
            : 'public, max-age=300',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'content-disposition': 'inline',
          'x-content-type-options': 'nosniff',
        })
        .type(logo.media_type)
        .send(Buffer.from(logo.bytes))
    },
  )
}
