import type { App } from './service.ts'

const ONE_DAY_SECONDS = 86_400

const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Lets scripts from any origin call these POST routes without credentials (D14). Errors have the headers, too, so that
 * a script can read the reason.
 */
export function openToBrowsers(scope: App, urls: readonly string[]) {
  const publicUrls: ReadonlySet<string | undefined> = new Set(urls)
  scope.addHook('onRequest', (request, reply, done) => {
    if (publicUrls.has(request.routeOptions.url)) reply.headers(OPEN_HEADERS)
    done()
  })
  for (const url of urls) {
    scope.options(url, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type, authorization',
          'access-control-max-age': String(ONE_DAY_SECONDS),
        })
        .send(),
    )
  }
}
