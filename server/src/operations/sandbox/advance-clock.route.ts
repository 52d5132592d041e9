import type { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { type AdvanceOutcome, advanceClock, prepareAdvance } from './advance-clock.flow.ts'
import { parseDuration } from './clock-duration.rule.ts'
import { sandboxLimits } from './limits.ts'

const Advanced = namedObject('AdvancedClock', {
  now: Instant,
  aheadMs: Type.Integer({
    minimum: 0,
    description: 'How many milliseconds the clock is ahead of real time.',
  }),
  advancedMs: Type.Integer({
    minimum: 1,
    description: 'How many milliseconds this request moved the clock.',
  }),
  approvedCommissions: Type.Integer({
    minimum: 0,
    description: 'Number of commissions that were approved because their hold ended.',
  }),
  isComplete: Type.Boolean({
    description: 'False if more is due than one request handles. The rest follows within a minute.',
  }),
})

const AdvanceBody = Type.Object({
  advance: Type.String({
    minLength: 1,
    maxLength: sandboxLimits.maxDurationLength,
    description:
      `An ISO 8601 duration such as \`P30D\`, \`P1M\` or \`PT12H\`, at most ${sandboxLimits.clockDaysEach} days at once and ` +
      `${sandboxLimits.clockDaysAhead} days ahead of real time in total. Days and months follow the program’s time zone.`,
  }),
})

/** Registers `POST /api/programs/:programId/clock`, which moves a sandbox's clock forward (D52). */
export function registerAdvanceClock(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/clock',
    operationId: 'advanceClock',
    summary: 'Advance a sandbox’s clock',
    description:
      'All requests after the response use the new time, and commissions whose hold has ended are already ' +
      'approved. A clock can’t be set back. Returns 409 `not_a_sandbox` for other programs.',
    permission: 'program:update',
    body: { schema: AdvanceBody, read: (sent) => readDuration(sent.advance) },
    response: dataSchema(Advanced),
    errors: [409],
    prepare: ({ program, body: duration }) => prepareAdvance(deps, program, duration),
    handle: async ({ realCtx, program, body: duration }) => {
      const outcome = await advanceClock(realCtx, program.id, duration)
      if (outcome.kind !== 'advanced') throw rejectionError(outcome)
      return { data: show(outcome) }
    },
  })
}

function readDuration(text: string): Temporal.Duration {
  const duration = parseDuration(text)
  if (duration !== undefined) return duration
  throw invalidFieldError('advance', 'advance must be a positive ISO 8601 duration such as P30D or PT12H.')
}

function show({
  now,
  kind: _,
  ...advanced
}: Extract<AdvanceOutcome, { kind: 'advanced' }>): Static<typeof Advanced> {
  return { ...advanced, now: now.toISOString() }
}

function rejectionError(outcome: Exclude<AdvanceOutcome, { kind: 'advanced' }>): ApiError {
  switch (outcome.kind) {
    case 'not_a_sandbox':
      return new ApiError(
        'not_a_sandbox',
        'This program is not a sandbox, so its clock can’t be moved. Create a sandbox first, with sandbox: true.',
      )
    case 'too_far': {
      const { days, most } = outcome
      const message =
        most === 'at_once'
          ? `The clock can be moved at most ${days} days at once. It was not moved.`
          : `A sandbox’s clock can be at most ${days} days ahead of real time. It was not moved. Create another sandbox.`
      return invalidFieldError('advance', message)
    }
    case 'no_place':
      return new ApiError(
        'service_unavailable',
        'The database is too busy to prepare that time. The clock was not moved. Retry in a second.',
        { retry_after_seconds: 1 },
        { 'retry-after': '1' },
      )
  }
}
