import type { RouteOptions } from 'fastify'
import type { App } from '../../core/http/service.ts'
import { AUDITED, UNAUDITED } from './audited-operations.ts'

/**
 * Gives every route its audit action. Call it before registering routes. A route that can change data and is in neither
 * list is rejected.
 */
export function nameAuditedRoutes(app: App): void {
  app.addHook('onRoute', (route) => {
    const name = getOperationId(route)
    const action = name === undefined ? undefined : AUDITED[name]
    if (action !== undefined) route.config = { ...route.config, auditAction: action }
    else requireAction(route, name)
  })
}

const READS: readonly unknown[] = ['GET', 'HEAD', 'OPTIONS']

function requireAction({ method, url }: RouteOptions, name: string | undefined) {
  const methods = Array.isArray(method) ? method : [method]
  if (methods.every((one) => READS.includes(one))) return
  if (name !== undefined && name in UNAUDITED) return
  throw new Error(
    `${methods} ${url} can change data. Give its operation ${name} an action in audit/audited-operations.ts.`,
  )
}

function getOperationId({ schema }: Pick<RouteOptions, 'schema'>): string | undefined {
  // safe because @fastify/swagger requires an operationId to be a string
  return (schema as { operationId?: string } | undefined)?.operationId
}
