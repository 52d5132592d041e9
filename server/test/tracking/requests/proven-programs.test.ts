import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerErrorHandler } from '../../../src/core/errors/error-handler.http.ts'
import { ApiError } from '../../../src/core/errors/errors.http.ts'
import type { App } from '../../../src/core/http/service.ts'
import type { Metrics } from '../../../src/core/observability/metrics.ts'
import { beginCallNote, noteCalls } from '../../../src/tracking/requests/count-requests.http.ts'
import type { CallFact, CallOutcome } from '../../../src/tracking/requests/request-outcome.ts'
import { rememberUsedKeys } from '../../../src/workspace/programs/program-key.http.ts'

/** What is noted of a click without a key that names a program and comes to this. */
async function noted(outcome: CallOutcome | ApiError): Promise<CallFact | undefined> {
  const facts: CallFact[] = []
  const app = Fastify() as unknown as App
  registerErrorHandler(app, { isPageVisit: () => false, sendPage: () => {} } as never)
  rememberUsedKeys(app)
  const ledger = { add: (fact: CallFact) => void facts.push(fact), save: async () => {}, waiting: 0 }
  const metrics = { countTrackCall: () => {}, countUnnamedCall: () => {} } as unknown as Metrics
  noteCalls(app, { metrics, ledger, clock: { now: () => new Date(0) } })
  app.post('/api/v1/track/click', async (request) => {
    const note = beginCallNote(request, new Date(0))
    note.programId = 7
    if (outcome instanceof ApiError) throw outcome
    note.outcome = outcome
    return {}
  })
  await app.inject({ method: 'POST', url: '/api/v1/track/click' })
  return facts[0]
}

const notCounted = (bucket: 'unknown_link' | 'inactive_link' | 'bot') =>
  ({ kind: 'not_counted', bucket, code: bucket, message: 'm' }) as const

it.each([
  ['a click that is counted', { kind: 'recorded', bucket: 'counted' }, true],
  ['one on a link that is switched off', notCounted('inactive_link'), true],
  ['one of a bot', notCounted('bot'), true],
  ['one on a link that nobody has: anybody names any program in it', notCounted('unknown_link'), false],
  ['one that was refused', new ApiError('invalid_request', 'm'), false],
] as const)('the program of %s', async (_, outcome, isProven) => {
  expect(await noted(outcome)).toMatchObject({ programId: 7, isProven })
})
