import type { FastifyRequest } from 'fastify'
import { limits } from '../../core/config/config.ts'
import type { Clock } from '../../core/deps.ts'
import { TRACK_CALLS, type TrackCall } from '../../core/enums.ts'
import { answeredErrorOf } from '../../core/errors/error-handler.http.ts'
import type { ApiError } from '../../core/errors/errors.http.ts'
import type { App } from '../../core/http/service.ts'
import type { Metrics } from '../../core/observability/metrics.ts'
import { recordsTests } from '../../workspace/programs/api-key.rule.ts'
import { readPresentedParts, usedKeyOf } from '../../workspace/programs/program-key.http.ts'
import { bucketOfCode, fieldAtFault } from './outcome.rule.ts'
import type { CallLedger } from './request-counters.flow.ts'
import type { CallFact, CallNote, Refusal } from './request-outcome.ts'
import { keptText, sentValues } from './sent-values.rule.ts'

const NOTE = 'callNote'

/** Begins the note of a call, which its route goes on with. */
export function beginCallNote(request: FastifyRequest, receivedAt: Date): CallNote {
  const note: CallNote = { receivedAt, isTest: false }
  request.setDecorator<CallNote | undefined>(NOTE, note)
  return note
}

interface NoteDeps {
  metrics: Metrics
  ledger: CallLedger
  clock: Clock
}

const CALLS_BY_PATH = new Map(TRACK_CALLS.map((call) => [`/api/v1/track/${call}`, call]))

/**
 * Counts what became of every track call of this scope, and notes for its program what was refused. Everything comes of
 * the call's note, its key and the error that ended it; nothing of it is read out of the answer, which goes on unchanged.
 */
export function noteCalls(scope: App, deps: NoteDeps): void {
  scope.decorateRequest(NOTE, undefined)
  scope.addHook('preSerialization', (request, _reply, payload, done) => {
    const call = CALLS_BY_PATH.get(request.routeOptions.url ?? '')
    try {
      if (call !== undefined) settle(deps, request, call)
    } catch (failure) {
      // The answer is the truth and goes out, whatever becomes of what is noted beside it.
      request.log.error({ err: failure }, 'a track call was not noted')
    }
    done(null, payload)
  })
}

function settle({ metrics, ledger, clock }: NoteDeps, request: FastifyRequest, call: TrackCall) {
  const note = request.getDecorator<CallNote | undefined>(NOTE) ?? { receivedAt: clock.now(), isTest: false }
  const error = answeredErrorOf(request)
  metrics.countTrackCall({ event: call, ...labelsOf(note, error) })
  const fact = factOf(request, call, note, error)
  if (fact === undefined) metrics.countUnnamedCall({ event: call })
  else ledger.add(fact)
}

function labelsOf({ outcome }: CallNote, error: ApiError | undefined) {
  if (error !== undefined) return { outcome: 'refused', reason: error.code } as const
  switch (outcome?.kind) {
    case 'recorded':
      return { outcome: 'recorded', reason: outcome.reason ?? '' } as const
    case 'not_counted':
      return { outcome: 'not_counted', reason: outcome.code } as const
    case 'test':
      return { outcome: 'test', reason: '' } as const
    case undefined:
      throw new Error('a route answered a track call and did not note what became of it')
  }
}

/** @returns undefined for a call that names no program, or none that can be */
function factOf(
  request: FastifyRequest,
  call: TrackCall,
  note: CallNote,
  error: ApiError | undefined,
): CallFact | undefined {
  const used = usedKeyOf(request)
  const presented = used ?? readPresentedParts(request.headers.authorization)
  const programId = note.programId ?? presented?.programId
  // No program has such a number, which is too large for any: asking the database for it would fail for all others asked for.
  if (programId === undefined || !Number.isSafeInteger(programId)) return undefined
  const isTest = note.isTest || (presented !== undefined && recordsTests(presented))
  const isAuthenticated = used?.isGood === true && used.programId === programId
  const { receivedAt, outcome } = note
  const refused = refusedAs(note, error)
  const bucket =
    refused !== undefined ? refused.bucket : outcome?.kind === 'recorded' ? outcome.bucket : undefined
  return {
    programId,
    isProven: isAuthenticated || isFound(note, error),
    receivedAt,
    call,
    bucket: isTest ? undefined : bucket,
    refusal: refused && {
      code: refused.code,
      isAuthenticated,
      read: () => ({
        ...refusalOf(request, call, note, refused),
        is_test: isTest,
        key_id: used?.programId === programId ? used.keyId : null,
        is_authenticated: isAuthenticated,
      }),
    },
  }
}

/** The program is that of a link or a click which is there, not one that anybody may name. */
function isFound({ outcome }: CallNote, error: ApiError | undefined): boolean {
  const isUnknownLink = outcome?.kind === 'not_counted' && outcome.bucket === 'unknown_link'
  return error === undefined && !isUnknownLink
}

interface Refused {
  bucket: ReturnType<typeof bucketOfCode>
  code: string
  message: string
  field: unknown
}

function refusedAs({ outcome }: CallNote, error: ApiError | undefined): Refused | undefined {
  if (error !== undefined) {
    const { code, message, details } = error
    return { bucket: bucketOfCode(code), code, message, field: details.field }
  }
  return outcome?.kind === 'not_counted' ? { ...outcome, field: undefined } : undefined
}

function refusalOf(
  request: FastifyRequest,
  call: TrackCall,
  { receivedAt, sent = {}, linkCode, rejection }: CallNote,
  { code, message, field }: Refused,
): Omit<Refusal, 'is_test' | 'key_id' | 'is_authenticated'> {
  const values = sentValues(call, sent, limits)
  const named = typeof field === 'string' ? keptText(field, limits.idChars) : null
  return {
    call,
    code,
    message: message.slice(0, limits.titleChars),
    field: named ?? fieldAtFault(call, code, values),
    ...values,
    link_code: keptText(linkCode, limits.idChars),
    decision_code: rejection?.code ?? null,
    decision_facts: rejection?.facts ?? null,
    request_id: request.id,
    count: 1,
    first_at: receivedAt,
    last_at: receivedAt,
  }
}
