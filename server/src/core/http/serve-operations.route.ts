import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { rejectAfter } from '../async/promise-timeout.ts'
import { limits } from '../config/limits.ts'
import { findLastBackup } from '../database/installation.sql.ts'
import { tryReading, tryWriting } from '../database/readiness.sql.ts'
import { ApiError } from '../errors/errors.http.ts'
import { recordFailure } from '../observability/log.http.ts'
import type { Metrics } from '../observability/metrics.ts'
import { DOCTOR_HEADER, readDoctorProbe, signDoctorResponse } from './doctor-probe.rule.ts'
import { isForwarded } from './forwarded-header.http.ts'
import { isLocalRequest } from './local-request.rule.ts'
import { namedObject } from './named-schema.http.ts'
import type { App, ServiceDeps } from './service.ts'

const Health = namedObject('Health', { status: Type.Enum(['ok', 'unavailable'], { type: 'string' }) })

/**
 * Registers the endpoints for operators: `/healthz` (the process responds), `/readyz` (the database responds and
 * accepts writes, otherwise 503), and `/metrics` for Prometheus. None of them exposes tenant data.
 */
export function registerOperations(
  app: App,
  deps: Pick<ServiceDeps, 'database' | 'config'>,
  metrics: Metrics,
): void {
  const tags = ['Operations']
  observeResponses(app, metrics)
  metrics.watchDatabase(deps.database)
  const help = 'Time of the last successful `affiliate backup`; 0 if none.'
  metrics.watchStored('backup_last_success_timestamp_seconds', help, async () => {
    const at = await findLastBackup(deps.database.kysely)
    return (at?.getTime() ?? 0) / 1000
  })
  const findFailure = watchDatabase(deps)

  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'health',
        tags,
        summary: 'Check liveness',
        security: [],
        response: { 200: Health },
      },
    },
    async (request, reply) => {
      respondToDoctorProbe(deps.config, request, reply)
      return { status: 'ok' as const }
    },
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readiness',
        tags,
        summary: 'Check readiness',
        security: [],
        response: { 200: Health, 503: Health },
      },
    },
    async (request, reply) => {
      const failure = await findFailure()
      if (failure === undefined) return { status: 'ok' as const }
      recordFailure(request, failure, 'the database is unreachable or read-only')
      return reply.code(503).send({ status: 'unavailable' as const })
    },
  )

  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metrics',
        tags,
        summary: 'Retrieve Prometheus metrics',
        description:
          'Requires `METRICS_TOKEN` as a bearer token if it is set (otherwise 401). If it is not set, only requests from this machine that did not pass through a proxy are accepted (otherwise 403).',
        security: [],
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      requireOperator(deps, request)
      return reply.type(metrics.contentType).send(await metrics.text())
    },
  )
}

/**
 * Checks that the database responds and accepts writes. A success is cached for a while; a failure is checked again on
 * every request.
 */
function watchDatabase({ database }: Pick<ServiceDeps, 'database'>) {
  let writtenAt = Number.NEGATIVE_INFINITY
  const checkDatabase = async () => {
    const now = performance.now()
    if (now - writtenAt < limits.readyWriteEveryMs) {
      await tryReading(database.kysely)
      return
    }
    await tryWriting(database.kysely)
    writtenAt = now
  }
  return async (): Promise<unknown> => {
    try {
      await rejectAfter(limits.readyTimeoutMs, checkDatabase())
      return undefined
    } catch (error) {
      writtenAt = Number.NEGATIVE_INFINITY
      return error
    }
  }
}

/**
 * Reports to `affiliate doctor` how its request arrived. Other clients get the same response without that information.
 */
function respondToDoctorProbe(
  { appSecret }: Pick<ServiceDeps['config'], 'appSecret'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const nonce = readDoctorProbe(request.headers[DOCTOR_HEADER], appSecret)
  if (nonce === undefined) return
  const arrival = { isForwarded: isForwarded(request.headers), ip: request.ip }
  reply.header(DOCTOR_HEADER, signDoctorResponse(nonce, arrival, appSecret))
}

/** Counts responses by route pattern, so that clients can't grow the number of series. */
function observeResponses(app: App, metrics: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.observeResponse(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

/** Requires the token if one is set, otherwise a request from this machine. */
function requireOperator({ config }: Pick<ServiceDeps, 'config'>, request: FastifyRequest) {
  const { metricsToken } = config
  if (metricsToken !== undefined) {
    if (isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) return
    throw new ApiError('unauthorized', 'The metrics require `Authorization: Bearer <METRICS_TOKEN>`.')
  }
  const { headers, raw, socket } = request
  const { remoteAddress } = socket
  if (isLocalRequest({ remoteAddress, httpVersion: raw.httpVersion, headers })) return
  throw new ApiError(
    'forbidden',
    'The metrics are only available on this machine. Set METRICS_TOKEN to read them remotely or through a proxy.',
  )
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
