import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import Type from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'

const Health = Type.Object({ status: Type.Enum(['ok', 'unavailable'], { type: 'string' }) })

/**
 * For whoever runs the service: `/healthz` says that the process answers, `/readyz` that its database does
 * too (503 otherwise), `/metrics` is for Prometheus. No tenant's data stands in any of them.
 */
export function registerOperations(app: App, deps: Pick<ServiceDeps, 'database'>): void {
  const tags = ['Operations']
  const metrics = collectMetrics(app, deps)

  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'health',
        tags,
        summary: 'The process answers',
        security: [],
        response: { 200: Health },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readiness',
        tags,
        summary: 'The database answers',
        security: [],
        response: { 200: Health, 503: Health },
      },
    },
    async (request, reply) => {
      const failure = await findDatabaseFailure(deps)
      if (failure === undefined) return { status: 'ok' as const }
      request.log.warn({ err: failure }, 'the database does not answer')
      return reply.code(503).send({ status: 'unavailable' as const })
    },
  )

  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metrics',
        tags,
        summary: 'Prometheus metrics',
        security: [],
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}

async function findDatabaseFailure({ database }: Pick<ServiceDeps, 'database'>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<Error>((resolve) => {
    const late = () => resolve(new Error(`no answer within ${limits.readyTimeoutMs} ms`))
    timer = setTimeout(late, limits.readyTimeoutMs)
  })
  const answer = sql`select 1`.execute(database.kysely).then(
    () => undefined,
    (error: unknown) => error,
  )
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Each app has its own registry, so that several in one process do not mix. */
function collectMetrics(app: App, { database }: Pick<ServiceDeps, 'database'>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the address: a number of series that no caller can grow.
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process to the database, and calls that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count)
    },
  })
  return registry
}
