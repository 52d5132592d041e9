import Type, { type Static } from 'typebox'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { goneOf } from '../../core/http/disconnected.http.ts'
import { choice, dataOf, givenId, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { stoppingOf } from '../../core/processes/stopping.http.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { EVENT_TYPES } from '../outbox/outbox.sql.ts'
import { webhookLimits } from './limits.ts'
import { listenerSecret } from './listener-secret.rule.ts'
import { createListenerWaits } from './listener-waits.flow.ts'
import { webhookBody, webhookMessageId } from './send-delivery.flow.ts'
import { startListener } from './start-listener.flow.ts'
import { takeEvents } from './take-events.flow.ts'
import {
  deleteListener,
  keepListener,
  type ListenerRow,
  type WaitingMessage,
} from './webhook-listeners.sql.ts'

const Listener = namedObject('WebhookListener', {
  id: Type.Integer(),
  eventTypes: Type.Array(Type.String({ description: `One of ${EVENT_TYPES.join(', ')}.` })),
  secret: Type.String({
    description:
      'What its messages are to be signed with, `whsec_…`: the same each time you listen to the program.',
  }),
  createdAt: Instant,
  until: Type.String({
    format: 'date-time',
    description: 'It ends soon after unless you come for its messages.',
  }),
})

const ListenedEvent = namedObject('WebhookListenedEvent', {
  id: Type.Integer({ description: 'To acknowledge it by.' }),
  messageId: Type.String({ description: 'What a webhook sends as `webhook-id`.' }),
  type: Type.String(),
  payload: Type.String({ description: 'The body that a webhook sends, as it is to be signed.' }),
  createdAt: Instant,
})

const StartBody = Type.Object({
  eventTypes: Type.Optional(
    Type.Array(choice(EVENT_TYPES, 'WebhookEventType'), {
      minItems: 1,
      maxItems: EVENT_TYPES.length,
      description: 'Without it, all.',
    }),
  ),
  sendTest: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether it is told `webhook.test` at once.' }),
  ),
})
const TakeBody = Type.Object({
  acknowledged: Type.Optional(
    Type.Array(givenId(), {
      maxItems: webhookLimits.listenerAcknowledged,
      description: 'The ids of events that need not be told again.',
    }),
  ),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: webhookLimits.listenerWaitSeconds,
      default: 0,
      description: 'How long to wait where there is nothing to tell. A service that stops answers at once.',
    }),
  ),
})

const LISTENERS = '/api/programs/:programId/webhook-listeners'

/** What `affiliate listen` calls. As for webhooks, reading takes the permission to change the program. */
export function registerManageWebhookListeners(app: App, deps: ServiceDeps): void {
  registerStart(app, deps)
  registerRead(app, deps)
  registerTake(app, deps)
  registerEnd(app, deps)
}

function registerStart(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: LISTENERS,
    operationId: 'startWebhookListener',
    summary: 'Start to listen to what webhooks are told',
    description:
      'For development, where a webhook could not reach you: from now on what happens waits until you take it. A ' +
      `listener that nobody comes for ends after ${webhookLimits.listenerKeptMs / 60_000} minutes.`,
    permission: 'program:update',
    body: { schema: Type.Optional(StartBody) },
    status: 201,
    answer: dataOf(Listener),
    errors: [409],
    handle: async ({ realCtx, program, actorId, body, reply }) => {
      const { eventTypes = EVENT_TYPES, sendTest = false } = body
      const input = { eventTypes: EVENT_TYPES.filter((type) => eventTypes.includes(type)), sendTest }
      const started = await startListener(realCtx, { programId: program.id, actorId }, input)
      if (started === 'too_many_listeners') throw tooManyListeners()
      reply.header('cache-control', 'no-store')
      return { data: showListener(started.row, started.secret) }
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: `${LISTENERS}/:listenerId`,
    operationId: 'readWebhookListener',
    summary: 'Read a listener, to go on with it',
    description: 'It is kept on, as if you had come for its messages. Of others you see none.',
    permission: 'program:update',
    ids: { listenerId: noSuchListener },
    answer: dataOf(Listener),
    handle: async ({ program, ids, actorId, reply }) => {
      const of = { programId: program.id, listenerId: ids.listenerId, actorId }
      const until = new Date(deps.clock.now().getTime() + webhookLimits.listenerKeptMs)
      // Not audited: it only says that the listener is still in use.
      const row = await keepListener(deps.database.kysely, of, until)
      if (row === undefined) throw noSuchListener()
      reply.header('cache-control', 'no-store')
      return { data: showListener(row, listenerSecret(of, deps.config.appSecret)) }
    },
  })
}

function registerTake(app: App, deps: ServiceDeps) {
  const waits = createListenerWaits(deps, stoppingOf(app))
  programRoute(app, deps, {
    method: 'POST',
    url: `${LISTENERS}/:listenerId/poll`,
    operationId: 'pollWebhookEvents',
    summary: 'Take what a listener is told',
    description:
      'Acknowledges what you have, and answers with what you have not acknowledged, the first first: at most ' +
      `${webhookLimits.listenerEvents} events, each again until it is acknowledged.`,
    permission: 'program:update',
    isOutside: true,
    ids: { listenerId: noSuchListener },
    body: { schema: Type.Optional(TakeBody) },
    answer: Type.Object({ data: Type.Array(ListenedEvent) }, { title: 'WebhookListenedEvents' }),
    handle: async ({ realCtx, program, ids, actorId, body, request, reply }) => {
      const of = { programId: program.id, listenerId: ids.listenerId, actorId }
      const { acknowledged = [], waitSeconds = 0 } = body
      // A key that was revoked, or a person who was removed, while the call waited is told nothing that happened since.
      const askAgain = async () => {
        await requirePermission(realCtx, request, String(program.id), 'program:update')
      }
      const asked = { acknowledged, waitMs: waitSeconds * 1_000, gone: goneOf(reply), askAgain }
      const messages = await takeEvents(realCtx, waits, of, asked)
      if (messages === undefined) throw noSuchListener()
      return { data: messages.map((message) => showMessage(message, program)) }
    },
  })
}

function registerEnd(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: `${LISTENERS}/:listenerId`,
    operationId: 'endWebhookListener',
    summary: 'Stop listening',
    permission: 'program:update',
    ids: { listenerId: noSuchListener },
    answer: dataOf(Type.Object({ id: Type.Integer() })),
    handle: async ({ realCtx, program, ids: { listenerId }, actorId }) => {
      const isEnded = await withTransaction(realCtx, async (transaction) => {
        await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
        return deleteListener(transaction, { programId: program.id, listenerId, actorId })
      })
      if (!isEnded) throw noSuchListener()
      return { data: { id: listenerId } }
    },
  })
}

function tooManyListeners() {
  const most = webhookLimits.listenersPerProgram
  return new ApiError(
    'conflict',
    `${most} listen to the program already: stop one, or wait until one that is gone has ended, ${webhookLimits.listenerKeptMs / 60_000} minutes after its last call.`,
    { most },
  )
}

function noSuchListener() {
  return new ApiError('not_found', 'You have no listener of this id: it has ended, or is somebody else’s.')
}

function showListener(row: ListenerRow, secret: string): Static<typeof Listener> {
  return {
    id: row.id,
    eventTypes: row.event_types,
    secret,
    createdAt: row.created_at.toISOString(),
    until: row.listening_until.toISOString(),
  }
}

function showMessage(
  message: WaitingMessage,
  { sandbox }: { sandbox: boolean },
): Static<typeof ListenedEvent> {
  return {
    id: message.id,
    messageId: webhookMessageId(message.message_id),
    type: message.type,
    payload: webhookBody({ ...message, sandbox }),
    createdAt: message.created_at.toISOString(),
  }
}
