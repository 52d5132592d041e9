import type { FastifyRequest, RouteOptions } from 'fastify'
import { endActing, withRequest } from '../platform/acting.ts'
import type { Deps } from '../platform/deps.ts'
import type { App } from '../platform/service.ts'
import type { AuditAction } from '../platform/words.ts'
import { AUDITED, UNAUDITED } from './audited-operations.ts'

/**
 * Says of every request what it is in the audit log; who asks is added where the session is read. Register it before
 * the routes: one of them that may change something and has no word for it is refused.
 */
export function registerActing(app: App, { clock }: Pick<Deps, 'clock'>): void {
  app.addHook('onRoute', refuseUnnamed)
  app.addHook('preHandler', (request, _reply, next) => {
    if (isMachines(request)) return next()
    withRequest({ action: actionOf(request), requestId: request.id, now: () => clock.now() }, next)
  })
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    endActing()
    done()
  })
}

const MACHINES_PATHS = '/api/v1/'

/** What visitors' browsers, merchants' servers and processors send: no person can be signed in there. */
function isMachines({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith(MACHINES_PATHS) === true
}

function actionOf({ routeOptions }: FastifyRequest): AuditAction | undefined {
  const operationId = operationIdOf(routeOptions)
  return operationId === undefined ? undefined : AUDITED[operationId]
}

const READS: readonly unknown[] = ['GET', 'HEAD', 'OPTIONS']

function refuseUnnamed(route: RouteOptions) {
  const methods = Array.isArray(route.method) ? route.method : [route.method]
  if (methods.every((method) => READS.includes(method))) return
  const name = operationIdOf(route)
  if (name !== undefined && (name in AUDITED || name in UNAUDITED)) return
  throw new Error(
    `${methods} ${route.url} may change something: give its operation ${name} a word in audit/audited-operations.ts`,
  )
}

function operationIdOf({ schema }: Pick<RouteOptions, 'schema'>): string | undefined {
  // safe because an operationId is a text wherever one is given (@fastify/swagger reads it)
  return (schema as { operationId?: string } | undefined)?.operationId
}
