import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { DELIVERY_STATES } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, Instant, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, pageQuery, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { EVENT_TYPES, type EventType } from '../outbox/event-types.ts'
import { createWebhook } from './create-webhook.flow.ts'
import { webhookLimits } from './limits.ts'
import { redeliverWebhook } from './redeliver-webhook.flow.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.flow.ts'
import { webhookBody, webhookMessageId } from './send-delivery.flow.ts'
import { testWebhook } from './test-webhook.flow.ts'
import { updateWebhook } from './update-webhook.flow.ts'
import { checkWebhookUrl } from './webhook-url.rule.ts'
import {
  type DeliveryRow,
  deleteWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  type WebhookRow,
} from './webhooks.sql.ts'

const EventTypes = Type.Array(choice(EVENT_TYPES, 'WebhookEventType'), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
})
const Url = Type.String({ minLength: 1, maxLength: limits.maxUrlLength })

const Webhook = namedObject('Webhook', {
  id: Type.Integer(),
  url: Type.String(),
  eventTypes: Type.Array(Type.String({ description: `One of ${EVENT_TYPES.join(', ')}.` })),
  enabled: Type.Boolean(),
  disabledAt: nullable(Instant),
  disabledReason: nullable(Type.String({ description: 'A human-readable explanation.' })),
  failingSince: nullable(
    Type.String({ format: 'date-time', description: 'When the current series of failures began.' }),
  ),
  previousSecretUntil: nullable(
    Type.String({ format: 'date-time', description: 'Until this time, the previous secret is also valid.' }),
  ),
  createdAt: Instant,
})

const NewWebhook = namedObject('NewWebhook', {
  ...Webhook.properties,
  secret: Type.String({ description: 'The signing secret, `whsec_…`. Only returned here.' }),
})

const Delivery = namedObject('WebhookDelivery', {
  id: Type.Integer(),
  messageId: Type.String({ description: 'The `webhook-id` header of every attempt.' }),
  type: Type.String(),
  state: choice(DELIVERY_STATES, 'WebhookDeliveryState'),
  attempts: Type.Integer(),
  lastStatus: nullable(Type.Integer({ description: 'Null if there was no response.' })),
  lastError: nullable(Type.String({ description: 'A human-readable explanation.' })),
  lastAnswer: nullable(
    Type.String({
      description: `The start of the last response body, up to ${webhookLimits.maxTitleLength} characters.`,
    }),
  ),
  payload: Type.String({ description: 'The signed body of every attempt.' }),
  createdAt: Instant,
  lastAttemptAt: nullable(Instant),
  nextAttemptAt: nullable(Instant),
  deliveredAt: nullable(Instant),
})

const CreateBody = Type.Object({ url: Url, eventTypes: EventTypes })
const UpdateBody = Type.Object({
  url: Type.Optional(Url),
  eventTypes: Type.Optional(EventTypes),
  enabled: Type.Optional(Type.Boolean()),
})
const RotateBody = Type.Object({
  graceHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: webhookLimits.webhookGraceHours,
      default: webhookLimits.webhookGraceHoursDefault,
      description: 'How long the previous secret stays valid.',
    }),
  ),
})

const WEBHOOKS = '/api/programs/:programId/webhooks'

/**
 * Registers the routes for a program's webhooks. Reading also requires `program:update`, because a URL may contain a
 * token.
 */
export function registerManageWebhooks(app: App, deps: ServiceDeps): void {
  registerCreate(app, deps)
  registerList(app, deps)
  registerUpdate(app, deps)
  registerDelete(app, deps)
  registerRotateSecret(app, deps)
  registerTest(app, deps)
  registerListDeliveries(app, deps)
  registerRedeliver(app, deps)
}

function registerCreate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: WEBHOOKS,
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    permission: 'program:update',
    body: { schema: CreateBody },
    status: 201,
    response: dataSchema(NewWebhook),
    errors: [409],
    handle: async ({ realCtx, program, body, reply }) => {
      const input = { url: readUrl(realCtx, body.url), eventTypes: requireDistinct(body.eventTypes) }
      const created = await createWebhook(realCtx, program.id, input)
      if (created === 'too_many_webhooks') {
        const maxWebhooks = webhookLimits.webhooksPerProgram
        throw new ApiError(
          'conflict',
          `The program already has the maximum of ${maxWebhooks} webhooks. Delete one first.`,
          {
            most: maxWebhooks,
          },
        )
      }
      reply.header('cache-control', 'no-store')
      return { data: { ...showWebhook(created.row, realCtx.clock.now()), secret: created.secret } }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: WEBHOOKS,
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    permission: 'program:update',
    query: pageQuery,
    response: listSchema(Webhook),
    handle: async ({ program, query: page }) => {
      const rows = await listWebhooks(deps.database.kysely, program.id, page)
      const now = deps.clock.now()
      return toPage(rows, page, ['created_at', 'id'], (row) => showWebhook(row, now))
    },
  })
}

function registerUpdate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: `${WEBHOOKS}/:webhookId`,
    operationId: 'updateWebhook',
    summary: 'Update, enable or disable a webhook',
    description:
      'While a webhook is disabled, no events are sent or stored for it. Deliveries that were already pending are sent when you enable it again.',
    permission: 'program:update',
    ids: { webhookId: webhookNotFoundError },
    body: { schema: UpdateBody },
    response: dataSchema(Webhook),
    handle: async ({ realCtx, program, ids, body: { url, eventTypes, enabled } }) => {
      const row = await updateWebhook(realCtx, program.id, ids.webhookId, {
        url: url === undefined ? undefined : readUrl(realCtx, url),
        eventTypes: eventTypes === undefined ? undefined : requireDistinct(eventTypes),
        enabled,
      })
      if (row === undefined) throw webhookNotFoundError()
      return { data: showWebhook(row, realCtx.clock.now()) }
    },
  })
}

function registerDelete(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: `${WEBHOOKS}/:webhookId`,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook and its deliveries',
    permission: 'program:update',
    ids: { webhookId: webhookNotFoundError },
    response: dataSchema(Type.Object({ id: Type.Integer() })),
    handle: async ({ realCtx, program, ids: { webhookId: id } }) => {
      // A webhook may have up to a month of deliveries, which are also deleted.
      const isDeleted = await withTransaction(realCtx, async (transaction) => {
        await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
        return deleteWebhook(transaction, program.id, id)
      })
      if (!isDeleted) throw webhookNotFoundError()
      return { data: { id } }
    },
  })
}

function registerRotateSecret(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: `${WEBHOOKS}/:webhookId/rotate-secret`,
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate a webhook’s signing secret',
    description: 'The previous secret stays valid for `graceHours`. Any older secret stops working now.',
    permission: 'program:update',
    ids: { webhookId: webhookNotFoundError },
    body: { schema: Type.Optional(RotateBody) },
    response: dataSchema(NewWebhook),
    handle: async ({ realCtx, program, ids, body, reply }) => {
      const { graceHours = webhookLimits.webhookGraceHoursDefault } = body
      const rotated = await rotateWebhookSecret(realCtx, program.id, ids.webhookId, graceHours)
      if (rotated === undefined) throw webhookNotFoundError()
      reply.header('cache-control', 'no-store')
      return { data: { ...showWebhook(rotated.row, realCtx.clock.now()), secret: rotated.secret } }
    },
  })
}

function registerTest(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: `${WEBHOOKS}/:webhookId/test`,
    operationId: 'testWebhook',
    summary: 'Send a test event to a webhook',
    description:
      'Sends `webhook.test` once, even if the webhook is disabled, and returns the result: ' +
      'see `state`, `lastStatus` and `lastError`.',
    permission: 'program:update',
    isOutside: true,
    ids: { webhookId: webhookNotFoundError },
    response: dataSchema(Delivery),
    errors: [409],
    handle: async ({ realCtx, program, ids }) => {
      const test = await testWebhook(realCtx, program.id, ids.webhookId)
      switch (test.kind) {
        case 'sent':
          return { data: showDelivery(test.delivery, program) }
        case 'no_webhook':
          throw webhookNotFoundError()
        case 'already_sending':
          throw new ApiError(
            'conflict',
            'A test of this webhook is already in progress. Wait for it to finish.',
          )
      }
    },
  })
}

function registerListDeliveries(app: App, deps: ServiceDeps) {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: `${WEBHOOKS}/:webhookId/deliveries`,
    operationId: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    description: `Kept for ${deps.config.webhookRetentionDays} days.`,
    permission: 'program:update',
    ids: { webhookId: webhookNotFoundError },
    query: {
      parameters: {
        ...pageParameters,
        state: Type.Optional(choice(DELIVERY_STATES, 'WebhookDeliveryState')),
      },
      read: (query) => ({ page: readPage(query), state: readChoice(query, 'state', DELIVERY_STATES) }),
    },
    response: listSchema(Delivery),
    handle: async ({ program, ids, query: { page, state } }) => {
      const webhook = await findWebhook(kysely, program.id, ids.webhookId)
      if (webhook === undefined) throw webhookNotFoundError()
      const rows = await listDeliveries(kysely, program.id, webhook.id, { state, ...page })
      return toPage(rows, page, ['created_at', 'id'], (row) => showDelivery(row, program))
    },
  })
}

function registerRedeliver(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: `${WEBHOOKS}/:webhookId/deliveries/:deliveryId/redeliver`,
    operationId: 'redeliverWebhook',
    summary: 'Retry a webhook delivery',
    description:
      'The delivery keeps its `webhook-id` and previous attempts. A delivery that is being sent is not changed.',
    permission: 'program:update',
    ids: { webhookId: deliveryNotFoundError, deliveryId: deliveryNotFoundError },
    response: dataSchema(Delivery),
    errors: [409],
    handle: async ({ realCtx, program, ids: { webhookId, deliveryId } }) => {
      const redelivery = await redeliverWebhook(realCtx, program.id, webhookId, deliveryId)
      switch (redelivery.kind) {
        case 'queued':
          return { data: showDelivery(redelivery.delivery, program) }
        case 'none':
          throw deliveryNotFoundError()
        case 'disabled':
          throw new ApiError('conflict', 'The webhook is disabled. Enable it first.')
      }
    },
  })
}

function readUrl({ config }: Pick<ServiceDeps, 'config'>, text: string): string {
  const checked = checkWebhookUrl(text, { network: config.webhookNetwork })
  if (checked.kind === 'valid') return checked.url
  throw invalidFieldError('url', checked.message)
}

/** Removes duplicates and sorts types in documentation order. */
function requireDistinct(sent: readonly EventType[]): EventType[] {
  return EVENT_TYPES.filter((type) => sent.includes(type))
}

function webhookNotFoundError() {
  return new ApiError('not_found', 'The program has no webhook with this ID.')
}

function deliveryNotFoundError() {
  return new ApiError('not_found', 'The webhook has no delivery with this ID.')
}

function showWebhook(row: WebhookRow, now: Date): Static<typeof Webhook> {
  const { previous_secret_until } = row
  const isInGrace = previous_secret_until !== null && previous_secret_until > now
  return {
    ...toResponseFields(row),
    enabled: row.disabled_at === null,
    previousSecretUntil: isInGrace ? previous_secret_until.toISOString() : null,
  }
}

function showDelivery(row: DeliveryRow, { sandbox }: { sandbox: boolean }): Static<typeof Delivery> {
  const { last_response: lastAnswer, ...fields } = row
  return {
    ...toResponseFields(fields),
    lastAnswer,
    messageId: webhookMessageId(row.message_id),
    payload: webhookBody({ type: row.type, created_at: row.notified_at, data: row.data, sandbox }),
  }
}
