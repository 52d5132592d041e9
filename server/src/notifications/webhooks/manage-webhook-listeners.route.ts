import Type, { type Static } from 'typebox'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { disconnectSignal } from '../../core/http/disconnected.http.ts'
import { choice, dataSchema, Instant, ObjectId } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { getShutdownSignal } from '../../core/processes/stopping.http.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { EVENT_TYPES } from '../outbox/event-types.ts'
import { webhookLimits } from './limits.ts'
import { listenerSecret } from './listener-secret.rule.ts'
import { createListenerWaits } from './listener-waits.flow.ts'
import { pollEvents } from './poll-events.flow.ts'
import { webhookBody, webhookMessageId } from './send-delivery.flow.ts'
import { startListener } from './start-listener.flow.ts'
import {
  deleteListener,
  extendListener,
  type ListenerRow,
  type WaitingMessage,
} from './webhook-listeners.sql.ts'

const Listener = namedObject('WebhookListener', {
  id: Type.Integer(),
  eventTypes: Type.Array(Type.String({ description: `One of ${EVENT_TYPES.join(', ')}.` })),
  secret: Type.String({
    description: 'The signing secret, `whsec_…`. It stays the same each time you listen to this program.',
  }),
  createdAt: Instant,
  until: Type.String({
    format: 'date-time',
    description: 'When the listener ends if you don’t poll it before then.',
  }),
})

const ListenedEvent = namedObject('WebhookListenedEvent', {
  id: Type.Integer({ description: 'Use it to acknowledge the event.' }),
  messageId: Type.String({ description: 'The `webhook-id` header to send.' }),
  type: Type.String(),
  payload: Type.String({ description: 'The signed body, exactly as a webhook would send it.' }),
  createdAt: Instant,
})

const StartBody = Type.Object({
  eventTypes: Type.Optional(
    Type.Array(choice(EVENT_TYPES, 'WebhookEventType'), {
      minItems: 1,
      maxItems: EVENT_TYPES.length,
      description: 'Defaults to all types.',
    }),
  ),
  sendTest: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether to receive a `webhook.test` event immediately.' }),
  ),
})
const PollBody = Type.Object({
  acknowledged: Type.Optional(
    Type.Array(ObjectId(), {
      maxItems: webhookLimits.listenerAcknowledged,
      description: 'IDs of events to acknowledge.',
    }),
  ),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: webhookLimits.listenerWaitSeconds,
      default: 0,
      description: 'How long to wait for events. Returns early if the service is stopping.',
    }),
  ),
})

const LISTENERS = '/api/programs/:programId/webhook-listeners'

/** Registers the API behind `affiliate listen`. Like webhooks, it requires `program:update`. */
export function registerManageWebhookListeners(app: App, deps: ServiceDeps): void {
  registerStart(app, deps)
  registerRead(app, deps)
  registerPoll(app, deps)
  registerEnd(app, deps)
}

function registerStart(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: LISTENERS,
    operationId: 'startWebhookListener',
    summary: 'Create a webhook listener',
    description:
      'For development, when webhooks can’t reach your machine. Events from now on are stored until you poll them. A ' +
      `listener that is not polled for ${webhookLimits.listenerKeptMs / 60_000} minutes ends.`,
    permission: 'program:update',
    body: { schema: Type.Optional(StartBody) },
    status: 201,
    response: dataSchema(Listener),
    errors: [409],
    handle: async ({ realCtx, program, actorId, body, reply }) => {
      const { eventTypes = EVENT_TYPES, sendTest = false } = body
      const input = { eventTypes: EVENT_TYPES.filter((type) => eventTypes.includes(type)), sendTest }
      const started = await startListener(realCtx, { programId: program.id, actorId }, input)
      if (started === 'too_many_listeners') throw tooManyListenersError()
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
    summary: 'Retrieve a webhook listener',
    description: 'Also keeps the listener alive. You can only see your own listeners.',
    permission: 'program:update',
    ids: { listenerId: listenerNotFoundError },
    response: dataSchema(Listener),
    handle: async ({ program, ids, actorId, reply }) => {
      const listener = { programId: program.id, listenerId: ids.listenerId, actorId }
      const until = new Date(deps.clock.now().getTime() + webhookLimits.listenerKeptMs)
      // Not audited, because it only keeps the listener alive.
      const row = await extendListener(deps.database.kysely, listener, until)
      if (row === undefined) throw listenerNotFoundError()
      reply.header('cache-control', 'no-store')
      return { data: showListener(row, listenerSecret(listener, deps.config.appSecret)) }
    },
  })
}

function registerPoll(app: App, deps: ServiceDeps) {
  const waits = createListenerWaits(deps, getShutdownSignal(app))
  programRoute(app, deps, {
    method: 'POST',
    url: `${LISTENERS}/:listenerId/poll`,
    operationId: 'pollWebhookEvents',
    summary: 'Poll for webhook events',
    description:
      `Acknowledges events and returns up to ${webhookLimits.listenerEvents} unacknowledged ones, oldest first. ` +
      'Events are returned again until you acknowledge them.',
    permission: 'program:update',
    isOutside: true,
    ids: { listenerId: listenerNotFoundError },
    body: { schema: Type.Optional(PollBody) },
    response: Type.Object({ data: Type.Array(ListenedEvent) }, { title: 'WebhookListenedEvents' }),
    handle: async ({ realCtx, program, ids, actorId, body, request, reply }) => {
      const listener = { programId: program.id, listenerId: ids.listenerId, actorId }
      const { acknowledged = [], waitSeconds = 0 } = body
      // Checks access again, because the key may have been revoked or the member removed while the request was waiting.
      const reauthorize = async () => {
        await requirePermission(realCtx, request, String(program.id), 'program:update')
      }
      const pollInput = {
        acknowledged,
        waitMs: waitSeconds * 1_000,
        disconnectSignal: disconnectSignal(reply),
        reauthorize,
      }
      const messages = await pollEvents(realCtx, waits, listener, pollInput)
      if (messages === undefined) throw listenerNotFoundError()
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
    ids: { listenerId: listenerNotFoundError },
    response: dataSchema(Type.Object({ id: Type.Integer() })),
    handle: async ({ realCtx, program, ids: { listenerId }, actorId }) => {
      const isEnded = await withTransaction(realCtx, async (transaction) => {
        await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
        return deleteListener(transaction, { programId: program.id, listenerId, actorId })
      })
      if (!isEnded) throw listenerNotFoundError()
      return { data: { id: listenerId } }
    },
  })
}

function tooManyListenersError() {
  const maxListeners = webhookLimits.listenersPerProgram
  return new ApiError(
    'conflict',
    `The program already has the maximum of ${maxListeners} listeners. Stop one, or wait: a listener ends ${webhookLimits.listenerKeptMs / 60_000} minutes after its last request.`,
    { most: maxListeners },
  )
}

function listenerNotFoundError() {
  return new ApiError('not_found', 'You have no listener with this ID. It may have ended.')
}

function showListener(row: ListenerRow, secret: string): Static<typeof Listener> {
  return { ...toResponseFields(row), secret, until: row.listening_until.toISOString() }
}

function showMessage(
  message: WaitingMessage,
  { sandbox }: { sandbox: boolean },
): Static<typeof ListenedEvent> {
  return {
    ...toResponseFields(message),
    messageId: webhookMessageId(message.message_id),
    payload: webhookBody({ ...message, sandbox }),
  }
}
