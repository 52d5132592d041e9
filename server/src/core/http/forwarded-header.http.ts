import type { Config } from '../config/config.ts'
import type { App } from './service.ts'

/**
 * Warns once when a forwarded request arrives while TRUST_PROXY is false: all visitors would share the proxy's address
 * and its rate limit, so one visitor's wrong passwords would lock out everyone.
 */
export function warnAboutUntrustedProxy(app: App, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  if (trustProxy !== false) return
  let isLogged = false
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (isLogged || !isForwarded(request.headers)) return
    isLogged = true
    request.log.warn(
      'a request carries a forwarded address but TRUST_PROXY is false: if a proxy is in front of the service, set ' +
        'TRUST_PROXY to the number of proxies or to their addresses; otherwise all visitors share one rate limit',
    )
  })
}

export function isForwarded(headers: Record<string, unknown>): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
}
