import type { FastifyRequest } from 'fastify'
import { limits } from '../../core/config/limits.ts'
import type { Clock } from '../../core/deps.ts'
import { REQUEST_TYPES, type RequestType } from '../../core/enums.ts'
import { getSentError } from '../../core/errors/error-handler.http.ts'
import type { ApiError } from '../../core/errors/errors.http.ts'
import type { App } from '../../core/http/service.ts'
import type { Metrics } from '../../core/observability/metrics.ts'
import { webhookLimits } from '../../notifications/webhooks/limits.ts'
import { recordsTests } from '../../workspace/programs/api-key.rule.ts'
import { getUsedKey, parseKeyProgram } from '../../workspace/programs/program-key.http.ts'
import { failedField, toRequestOutcome } from './outcome.rule.ts'
import type { RequestCounters } from './request-counters.flow.ts'
import type { RejectedRequest, RequestNote, RequestRecord } from './request-outcome.ts'
import { sentValues, storedText } from './sent-values.rule.ts'

const NOTE = 'requestNote'

/** Starts a request's note, which its route completes. */
export function startRequestNote(request: FastifyRequest, receivedAt: Date): RequestNote {
  const note: RequestNote = { receivedAt, isTest: false }
  request.setDecorator<RequestNote | undefined>(NOTE, note)
  return note
}

interface RequestCountDeps {
  metrics: Metrics
  ledger: RequestCounters
  clock: Clock
}

const TYPES_BY_PATH = new Map(REQUEST_TYPES.map((type) => [`/api/v1/track/${type}`, type]))

/**
 * Counts the outcome of every tracking request in this scope and stores rejected ones. The outcome is determined by the
 * request's note, its key and the error that ended it, never by the response, which is sent unchanged.
 */
export function countRequests(scope: App, deps: RequestCountDeps): CountRequest {
  const count: CountRequest = (request, type) => {
    try {
      settle(deps, request, type)
    } catch (failure) {
      // Counting must not affect the response.
      request.log.error({ err: failure }, 'a tracking request was not counted')
    }
  }
  scope.decorateRequest(NOTE, undefined)
  scope.addHook('preSerialization', (request, _reply, payload, done) => {
    const type = TYPES_BY_PATH.get(request.routeOptions.url ?? '')
    if (type !== undefined) count(request, type)
    done(null, payload)
  })
  return count
}

/** Counts the outcome of a request whose response isn't JSON. */
export type CountRequest = (request: FastifyRequest, type: RequestType) => void

function settle({ metrics, ledger, clock }: RequestCountDeps, request: FastifyRequest, type: RequestType) {
  const note = request.getDecorator<RequestNote | undefined>(NOTE) ?? {
    receivedAt: clock.now(),
    isTest: false,
  }
  const error = getSentError(request)
  metrics.countTrackingRequest({ event: type, ...metricLabels(note, error) })
  const record = toRequestRecord(request, type, note, error)
  if (record === undefined) metrics.countRequestWithoutProgram({ event: type })
  else ledger.add(record)
}

function metricLabels({ result }: RequestNote, error: ApiError | undefined) {
  if (error !== undefined) return { outcome: 'rejected', reason: error.code } as const
  switch (result?.kind) {
    case 'recorded':
      return { outcome: 'recorded', reason: result.reason ?? '' } as const
    case 'not_counted':
      return { outcome: 'not_counted', reason: result.code } as const
    case 'test':
      return { outcome: 'test', reason: '' } as const
    case undefined:
      throw new Error('a tracking route set no outcome')
  }
}

/**
 * Returns the facts to count and store.
 * @returns undefined if the request has no valid program ID
 */
function toRequestRecord(
  request: FastifyRequest,
  type: RequestType,
  note: RequestNote,
  error: ApiError | undefined,
): RequestRecord | undefined {
  const usedKey = getUsedKey(request)
  const presentedKey = usedKey ?? parseKeyProgram(request.headers.authorization)
  const programId = note.programId ?? presentedKey?.programId
  // A larger number would make the query fail for all of its programs.
  if (programId === undefined || !Number.isSafeInteger(programId)) return undefined
  const isTest = note.isTest || (presentedKey !== undefined && recordsTests(presentedKey))
  const isAuthenticated = usedKey?.isValid === true && usedKey.programId === programId
  const { receivedAt, result } = note
  const rejected = toRejection(note, error)
  const outcome =
    rejected !== undefined ? rejected.outcome : result?.kind === 'recorded' ? result.outcome : undefined
  return {
    programId,
    isProven: isAuthenticated || isFound(note, error),
    receivedAt,
    type,
    outcome: isTest ? undefined : outcome,
    rejectedRequest: rejected && {
      code: rejected.code,
      isAuthenticated,
      read: () => ({
        ...toRejectedRequest(request, type, note, rejected),
        is_test: isTest,
        key_id: usedKey?.programId === programId ? usedKey.keyId : null,
        is_authenticated: isAuthenticated,
      }),
    },
  }
}

/** Returns whether an existing link or click identified the program, rather than just a value in the request. */
function isFound({ result }: RequestNote, error: ApiError | undefined): boolean {
  const isUnknownLink = result?.kind === 'not_counted' && result.outcome === 'unknown_link'
  return error === undefined && !isUnknownLink
}

interface Rejection {
  outcome: ReturnType<typeof toRequestOutcome>
  code: string
  message: string
  field: unknown
}

function toRejection({ result }: RequestNote, error: ApiError | undefined): Rejection | undefined {
  if (error !== undefined) {
    const { code, message, details } = error
    return { outcome: toRequestOutcome(code), code, message, field: details.field }
  }
  return result?.kind === 'not_counted' ? { ...result, field: undefined } : undefined
}

function toRejectedRequest(
  request: FastifyRequest,
  type: RequestType,
  { receivedAt, sent = {}, linkCode, visit, rejection }: RequestNote,
  { code, message, field }: Rejection,
): Omit<RejectedRequest, 'is_test' | 'key_id' | 'is_authenticated'> {
  const values = sentValues(type, sent, { maxIdLength: limits.maxIdLength })
  const fieldName = typeof field === 'string' ? storedText(field, limits.maxIdLength) : null
  return {
    type,
    code,
    message: message.slice(0, webhookLimits.maxTitleLength),
    field: fieldName ?? failedField(type, code, values),
    ...values,
    link_code: storedText(linkCode, limits.maxIdLength),
    decision_code: rejection?.code ?? null,
    decision_facts: rejection?.facts ?? null,
    browser: visit?.browser ?? null,
    landing_page: visit?.landing_page ?? null,
    request_id: request.id,
    count: 1,
    first_at: receivedAt,
    last_at: receivedAt,
  }
}
