import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { within } from '../async/within.ts'
import { limits } from '../config/limits.ts'
import { findLastBackup } from '../database/installation.sql.ts'
import { tryReading, tryWriting } from '../database/readiness.sql.ts'
import { ApiError } from '../errors/errors.http.ts'
import { noteFailure } from '../observability/log.http.ts'
import type { Metrics } from '../observability/metrics.ts'
import { answerDoctor, DOCTOR_HEADER, readDoctorQuestion } from './doctor-question.rule.ts'
import { isForwarded } from './forwarded-header.http.ts'
import { namedObject } from './named-schema.http.ts'
import { isOfThisMachine } from './own-machine.rule.ts'
import type { App, ServiceDeps } from './service.ts'

const Health = namedObject('Health', { status: Type.Enum(['ok', 'unavailable'], { type: 'string' }) })

/**
 * For whoever runs the service: `/healthz` says that the process answers, `/readyz` that its database does
 * too and takes writes (503 otherwise), `/metrics` is for Prometheus and the operator alone. No tenant's data stands in any of them.
 */
export function registerOperations(
  app: App,
  deps: Pick<ServiceDeps, 'database' | 'config'>,
  metrics: Metrics,
): void {
  const tags = ['Operations']
  observeAnswers(app, metrics)
  metrics.watchDatabase(deps.database)
  const help = 'When `affiliate backup` last succeeded; 0 where it never did.'
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
        summary: 'The process answers',
        security: [],
        response: { 200: Health },
      },
    },
    async (request, reply) => {
      tellDoctor(deps.config, request, reply)
      return { status: 'ok' as const }
    },
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readiness',
        tags,
        summary: 'The database answers and takes writes',
        security: [],
        response: { 200: Health, 503: Health },
      },
    },
    async (request, reply) => {
      const failure = await findFailure()
      if (failure === undefined) return { status: 'ok' as const }
      noteFailure(request, failure, 'the database does not answer, or takes no writes')
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
        description:
          'With `METRICS_TOKEN` set, for who sends it (else 401); without, for this machine alone and not through a proxy (else 403).',
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
 * Finds out whether the database answers, and takes what is written: a write now and then, because nobody needs to know
 * sooner. What failed is tried again at every call.
 */
function watchDatabase({ database }: Pick<ServiceDeps, 'database'>) {
  let writtenAt = Number.NEGATIVE_INFINITY
  const look = async () => {
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
      await within(limits.readyTimeoutMs, look())
      return undefined
    } catch (error) {
      writtenAt = Number.NEGATIVE_INFINITY
      return error
    }
  }
}

/** `affiliate doctor` is told how its call arrived; everybody else gets the same answer without it. */
function tellDoctor(
  { appSecret }: Pick<ServiceDeps['config'], 'appSecret'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const nonce = readDoctorQuestion(request.headers[DOCTOR_HEADER], appSecret)
  if (nonce === undefined) return
  const arrival = { isForwarded: isForwarded(request.headers), ip: request.ip }
  reply.header(DOCTOR_HEADER, answerDoctor(nonce, arrival, appSecret))
}

/** Counts every answer by the pattern of its route: a number of series that no caller can grow. */
function observeAnswers(app: App, metrics: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.observeAnswer(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

/** The numbers are for whoever runs the service: with a token set, for who has it; else for this machine alone. */
function requireOperator({ config }: Pick<ServiceDeps, 'config'>, request: FastifyRequest) {
  const { metricsToken } = config
  if (metricsToken !== undefined) {
    if (isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) return
    throw new ApiError('unauthorized', 'The metrics take `Authorization: Bearer <METRICS_TOKEN>`.')
  }
  const { headers, raw, socket } = request
  const { remoteAddress } = socket
  if (isOfThisMachine({ remoteAddress, httpVersion: raw.httpVersion, headers })) return
  throw new ApiError(
    'forbidden',
    'The metrics are for this machine only: set METRICS_TOKEN to read them from another, or through a proxy.',
  )
}

/** Takes equally long wherever two texts differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
