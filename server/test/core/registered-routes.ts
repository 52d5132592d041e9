import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type {} from '../../src/core/http/closed-input.http.ts'
import type {} from '../../src/core/http/management-route.http.ts'
import { AUDITED } from '../../src/workspace/audit/audited-operations.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../harness.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A route as registered by the app. */
export interface RegisteredRoute {
  method: Method
  url: string
  operationId: string
  /** The wrapper that checks access, if any. */
  by: string | undefined
  /** The permissions that the wrapper requires, or the permissions in the schema if a route has no wrapper. */
  requires: readonly string[]
  takesKeys: boolean
  isIdempotent: boolean
  ignoresUnknown: boolean
  action: string | undefined
}

interface RouteSchema {
  operationId?: string
  security?: Record<string, string[]>[]
  headers?: { properties?: object }
}

/** Starts a service and returns it with all its API routes. */
export async function startWithRoutes(
  options: TestServiceOptions = {},
): Promise<{ service: TestService; routes: RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance } // safe because Fastify publishes its instance
    fastify.addHook('onRoute', (route) => {
      for (const method of [route.method].flat())
        if (isApiRoute(method, route.url)) routes.push(read(method, route))
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    return { service: await startTestService(options), routes }
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
function isApiRoute(method: string, url: string): boolean {
  return url.startsWith('/api/') && METHODS.includes(method)
}

function read(method: string, { url, config, schema }: RouteOptions): RegisteredRoute {
  const { operationId = '', security = [], headers = {} } = (schema ?? {}) as RouteSchema // safe because it is a JSON schema
  const keyPermissions = security.find((one) => 'managementKey' in one)?.managementKey
  const permissions = keyPermissions ?? security.flatMap((one) => Object.keys(one))
  return {
    method: method as Method, // safe because it is one of METHODS
    url,
    operationId,
    by: config?.access?.by,
    requires: config?.access?.requires ?? permissions,
    takesKeys: keyPermissions !== undefined,
    isIdempotent: 'Idempotency-Key' in (headers.properties ?? {}),
    ignoresUnknown: config?.openInput === true,
    action: AUDITED[operationId],
  }
}
