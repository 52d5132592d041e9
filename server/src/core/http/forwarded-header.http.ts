import type { Config } from '../config/config.ts'
import type { App } from './service.ts'

/**
 * Behind a proxy that nobody told us of, every visitor has the proxy's address: they share one rate limit, and thirty
 * wrong passwords of anybody keep everybody out for a minute. It is said once, when the first forwarded call arrives.
 */
export function warnOfUnknownProxy(app: App, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  if (trustProxy !== false) return
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (isSaid || !isForwarded(request.headers)) return
    isSaid = true
    request.log.warn(
      'a call carries a forwarded address and TRUST_PROXY is false: if a proxy stands in front of the service, set ' +
        'TRUST_PROXY to the number of proxies or to their addresses, or all visitors share one rate limit',
    )
  })
}

export function isForwarded(headers: Record<string, unknown>): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
}
