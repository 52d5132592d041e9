import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerErrorHandler } from '../../../src/core/errors/error-handler.http.ts'
import { ApiError } from '../../../src/core/errors/errors.http.ts'
import type { App } from '../../../src/core/http/service.ts'
import type { Metrics } from '../../../src/core/observability/metrics.ts'
import { countRequests, startRequestNote } from '../../../src/tracking/requests/count-requests.http.ts'
import type { RequestRecord, RequestResult } from '../../../src/tracking/requests/request-outcome.ts'
import { rememberUsedKeys } from '../../../src/workspace/programs/program-key.http.ts'

/** Returns the recorded outcome of a click without a key that names a program. */
async function readRequestRecord(result: RequestResult | ApiError): Promise<RequestRecord | undefined> {
  const records: RequestRecord[] = []
  const app = Fastify() as unknown as App
  registerErrorHandler(app, { isPageVisit: () => false, sendPage: () => {} } as never)
  rememberUsedKeys(app)
  const ledger = {
    add: (record: RequestRecord) => void records.push(record),
    save: async () => {},
    waiting: 0,
  }
  const metrics = {
    countTrackingRequest: () => {},
    countRequestWithoutProgram: () => {},
  } as unknown as Metrics
  countRequests(app, { metrics, ledger, clock: { now: () => new Date(0) } })
  app.post('/api/v1/track/click', async (request) => {
    const note = startRequestNote(request, new Date(0))
    note.programId = 7
    if (result instanceof ApiError) throw result
    note.result = result
    return {}
  })
  await app.inject({ method: 'POST', url: '/api/v1/track/click' })
  return records[0]
}

const notCounted = (outcome: 'unknown_link' | 'inactive_link' | 'bot') =>
  ({ kind: 'not_counted', outcome, code: outcome, message: 'm' }) as const

it.each([
  ['a counted click', { kind: 'recorded', outcome: 'counted' }, true],
  ['a click on a deactivated link', notCounted('inactive_link'), true],
  ['a click by a bot', notCounted('bot'), true],
  ['a click with an unknown code, which can name any program', notCounted('unknown_link'), false],
  ['a rejected click', new ApiError('invalid_request', 'm'), false],
] as const)(
  'the counters decide whether a request with %s proves its program',
  async (_, result, isProven) => {
    expect(await readRequestRecord(result)).toMatchObject({ programId: 7, isProven })
  },
)
