import Type, { type Static } from 'typebox'
import { KEY_MODES } from '../../core/enums.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { parseInstant } from '../../core/time/instant.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { type ClickId, parseClickId } from '../clicks/click-id.rule.ts'
import { createSyntheticEvents } from './create-synthetic-events.flow.ts'
import { readinessLimits } from './limits.ts'
import { type Readiness as ReadReadiness, readReadiness } from './read-readiness.flow.ts'
import { pollTestLink } from './readiness.sql.ts'
import { EVIDENCE_TYPES, GATE_CAUSES, GATE_STATUSES, GATES } from './readiness.ts'

const ReadinessGate = namedObject('ReadinessGate', {
  gate: choice(GATES, 'ReadinessGateName'),
  status: choice(GATE_STATUSES, 'ReadinessGateStatus'),
  cause: nullable(choice(GATE_CAUSES, 'ReadinessGateCause')),
  evidence: nullable(
    namedObject('ReadinessEvidence', {
      mode: choice(KEY_MODES, 'Mode'),
      type: choice(EVIDENCE_TYPES, 'ReadinessEvidenceType'),
      eventId: nullable(Type.Integer({ description: 'Null for a rejected request.' })),
      at: Instant,
      text: Type.String(),
    }),
  ),
  message: Type.String({ description: 'The gate’s findings.' }),
  nextAction: nullable(Type.String({ description: 'What to do next. Null if the gate is passed.' })),
})

const Readiness = namedObject('Readiness', {
  ready: Type.Boolean({ description: 'Whether all gates are passed.' }),
  checkedAt: Instant,
  gates: Type.Array(ReadinessGate, {
    description:
      'The tracker is on the site, the click ID reaches the signup, and the server reports signups, sales and refunds.',
  }),
})

const SyntheticEvents = namedObject('SyntheticEvents', {
  clickId: Type.String({ description: 'The click ID that the test link carries.' }),
  testLink: nullable(
    Type.String({
      description:
        'Opens your site as if a visitor had clicked a partner link, in test mode. Works for a day. Sign up and buy there, with a test API key on your server. Null if the program has no site.',
    }),
  ),
  events: Type.Array(
    namedObject('SyntheticEvent', {
      type: choice(EVIDENCE_TYPES, 'SyntheticEventType'),
      eventId: Type.Integer(),
    }),
    { description: 'The test events that the service recorded: a click, its signup, a sale and its refund.' },
  ),
  readiness: Readiness,
})

/**
 * Registers `POST /api/programs/:programId/synthetic-events`, which records a test event of each type and creates a
 * test link, and `GET /api/programs/:programId/readiness`, which reports the readiness of the merchant's integration.
 */
export function registerReadiness(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/synthetic-events',
    operationId: 'createSyntheticEvents',
    summary: 'Check the integration with synthetic events',
    description:
      'Records a click, a server lead, a sale and its refund in test mode, and creates a test link. Production data ' +
      'is unchanged. Synthetic events don’t pass any gates in the readiness report. To pass the gates, open the test ' +
      'link, sign up and buy.',
    permission: 'program:update',
    status: 201,
    response: dataSchema(SyntheticEvents),
    // Like the tracking endpoints, it records each event in its own transaction, without an actor.
    isOutside: true,
    handle: async ({ ctx, program, reply }) => {
      reply.code(201)
      const times = { receivedAt: deps.clock.now(), at: ctx.clock.now() }
      const { link, events } = await createSyntheticEvents(deps, program, times)
      return {
        data: {
          clickId: link.click_id,
          testLink: link.url ?? null,
          events: events.map(({ type, event_id }) => ({ type, eventId: event_id })),
          readiness: showReadiness(await readReadiness(ctx, program, { since: undefined })),
        },
      }
    },
  })
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/readiness',
    operationId: 'readReadiness',
    summary: 'Retrieve an integration’s readiness report',
    description:
      `Each of five gates is passed by a live or test event from the last ${readinessLimits.evidenceDays} days. ` +
      'For a gate that isn’t passed, the report contains the reason and the next step.',
    permission: 'tracking:read',
    query: {
      parameters: {
        since: Type.Optional(
          Type.String({
            format: 'date-time',
            description:
              'ISO 8601 with an offset. Only events received from then on count, for example a test’s events.',
          }),
        ),
        clickId: Type.Optional(
          Type.String({
            description:
              'The `clickId` of synthetic events. Shows only events from its test link, without live events or ' +
              'events from other test links. Test events without a click ID are mentioned, unless another test link ' +
              'is polled at the same time.',
          }),
        ),
      },
      read: (query, program) => ({
        since: readSince(readText(query, 'since')),
        click: readClick(readText(query, 'clickId'), program),
      }),
    },
    response: dataSchema(Readiness),
    handle: async ({ ctx, program, query }) => {
      const poll = { at: deps.clock.now(), ...readinessLimits }
      const isOnlyTest =
        query.click === undefined || (await pollTestLink(ctx.database.run, query.click, poll))
      return { data: showReadiness(await readReadiness(ctx, program, { ...query, isOnlyTest })) }
    },
  })
}

function readSince(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const since = parseInstant(text)
  if (since !== undefined) return since
  throw invalidFieldError('since', 'since must be a date-time in ISO 8601 with an offset.')
}

/** An unreadable ID must not select all events. */
function readClick(text: string | undefined, { id }: ProgramRow): ClickId | undefined {
  if (text === undefined) return undefined
  const click = parseClickId(text)
  if (click?.programId === id) return click
  throw invalidFieldError('clickId', 'clickId must be one of this program’s click IDs.')
}

function showReadiness({ gates, at }: ReadReadiness): Static<typeof Readiness> {
  return {
    ready: gates.every(({ status }) => status === 'passed'),
    checkedAt: at.toISOString(),
    gates: gates.map(({ next_action, evidence, ...gate }) => ({
      ...gate,
      evidence: evidence && {
        mode: evidence.mode,
        type: evidence.type,
        eventId: evidence.event_id,
        at: evidence.at.toISOString(),
        text: evidence.text,
      },
      nextAction: next_action,
    })),
  }
}
