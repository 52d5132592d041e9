import type { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { dataOf, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { type AdvanceOutcome, advanceClock, prepareAdvance } from './advance-clock.flow.ts'
import { parseDuration } from './clock-duration.rule.ts'
import { sandboxLimits } from './limits.ts'

const Advanced = namedObject('AdvancedClock', {
  now: Instant,
  aheadMs: Type.Integer({ minimum: 0, description: 'How far the clock is ahead of the real time.' }),
  advancedMs: Type.Integer({ minimum: 1, description: 'How far this call moved it.' }),
  approvedCommissions: Type.Integer({
    minimum: 0,
    description: 'How many commissions were approved because their hold had ended by then.',
  }),
  isComplete: Type.Boolean({
    description: 'False when more was due than one call does: the rest follows within a minute.',
  }),
})

const AdvanceBody = Type.Object({
  advance: Type.String({
    minLength: 1,
    maxLength: sandboxLimits.durationChars,
    description:
      `An ISO 8601 duration, such as \`P30D\`, \`P1M\` or \`PT12H\`: at most ${sandboxLimits.clockDaysEach} days at once, and ` +
      `${sandboxLimits.clockDaysAhead} ahead of the real time in all. Days and months are those of the program's time zone.`,
  }),
})

/** `POST /api/programs/:programId/clock`: moves the clock of a sandbox forward (D52). */
export function registerAdvanceClock(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/clock',
    operationId: 'advanceClock',
    summary: 'Move the clock of a sandbox forward',
    description:
      'Every call that begins after the answer is one of the new time, whichever process takes it. Commissions whose hold ' +
      'has ended by then are approved before the answer. A clock never goes back. 409 `not_a_sandbox` for any other program.',
    permission: 'program:update',
    body: { schema: AdvanceBody, read: (sent) => readDuration(sent.advance) },
    answer: dataOf(Advanced),
    errors: [409],
    prepare: ({ program, body: duration }) => prepareAdvance(deps, program, duration),
    handle: async ({ realCtx, program, body: duration }) => {
      const outcome = await advanceClock(realCtx, program.id, duration)
      if (outcome.kind !== 'advanced') throw refusal(outcome)
      return { data: show(outcome) }
    },
  })
}

function readDuration(text: string): Temporal.Duration {
  const duration = parseDuration(text)
  if (duration !== undefined) return duration
  throw invalidField(
    'advance',
    'advance takes an ISO 8601 duration that goes forward, such as P30D or PT12H.',
  )
}

function show({
  now,
  kind: _,
  ...advanced
}: Extract<AdvanceOutcome, { kind: 'advanced' }>): Static<typeof Advanced> {
  return { ...advanced, now: now.toISOString() }
}

function refusal(outcome: Exclude<AdvanceOutcome, { kind: 'advanced' }>): ApiError {
  switch (outcome.kind) {
    case 'not_a_sandbox':
      return new ApiError(
        'not_a_sandbox',
        'The program is no sandbox: its clock is the real one. Make a program with sandbox: true for this.',
      )
    case 'too_far': {
      const { days, most } = outcome
      const words =
        most === 'at_once'
          ? `A clock goes at most ${days} days forward at once: nothing was moved.`
          : `The clock of a sandbox goes at most ${days} days ahead of the real time: nothing was moved. Make another sandbox.`
      return invalidField('advance', words)
    }
    case 'no_place':
      return new ApiError(
        'service_unavailable',
        'The database is too busy to make room for that time: nothing was moved. Send it again in a second.',
        { retry_after_seconds: 1 },
        { 'retry-after': '1' },
      )
  }
}
