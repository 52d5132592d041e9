import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { createWebhook } from '../flows/create-webhook.ts'
import { redeliverWebhook } from '../flows/redeliver-webhook.ts'
import { rotateWebhookSecret } from '../flows/rotate-webhook-secret.ts'
import { webhookMessageId } from '../flows/send-delivery.ts'
import { testWebhook } from '../flows/test-webhook.ts'
import { updateWebhook } from '../flows/update-webhook.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { readChoice } from '../http/query.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { checkWebhookUrl } from '../rules/webhook-url.ts'
import { EVENT_TYPES, type EventType } from '../store/outbox.ts'
import {
  type DeliveryRow,
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  listDeliveries,
  listEndpoints,
} from '../store/webhooks.ts'

const STATES = ['pending', 'delivered', 'failed'] as const

const EventTypes = Type.Array(choice(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length })
const Url = Type.String({ minLength: 1, maxLength: limits.urlChars })

const Webhook = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  eventTypes: Type.Array(Type.String({ description: `One of ${EVENT_TYPES.join(', ')}.` })),
  enabled: Type.Boolean(),
  disabledAt: nullable(Instant),
  disabledReason: nullable(Type.String({ description: 'In words, for people.' })),
  failingSince: nullable(
    Type.String({ format: 'date-time', description: 'Since when nothing but failures came from it.' }),
  ),
  previousSecretUntil: nullable(
    Type.String({ format: 'date-time', description: 'Until then the previous secret signs too.' }),
  ),
  createdAt: Instant,
})

const NewWebhook = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: 'The signing secret, `whsec_…`. It is shown this once.' }),
})

const Delivery = Type.Object({
  id: Type.Integer(),
  messageId: Type.String({ description: 'The `webhook-id` header of every attempt.' }),
  type: Type.String(),
  state: choice(STATES),
  attempts: Type.Integer(),
  lastStatus: nullable(Type.Integer({ description: 'Null when there was no answer.' })),
  lastError: nullable(Type.String({ description: 'In words, for people.' })),
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
      maximum: limits.webhookGraceHours,
      default: limits.webhookGraceHoursDefault,
      description: 'How long the secret of before signs too.',
    }),
  ),
})
const WebhookParams = Type.Object({ ...ProgramParams.properties, webhookId: Type.String() })
const DeliveryParams = Type.Object({ ...WebhookParams.properties, deliveryId: Type.String() })

const readCreateBody = bodyReader(CreateBody)
const readUpdateBody = bodyReader(UpdateBody)
const readRotateBody = bodyReader(RotateBody)

const WEBHOOKS = '/api/programs/:programId/webhooks'

/**
 * The webhooks of a program, all behind `program:update`: an address may carry a token, so reading takes the same
 * permission as writing.
 */
export function registerManageWebhooks(app: App, deps: ServiceDeps): void {
  registerEndpoints(app, deps)
  registerSecretAndTest(app, deps)
  registerDeliveries(app, deps)
}

function registerEndpoints(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  const readUrl = (text: string) => {
    const checked = checkWebhookUrl(text, { allowPrivate: deps.config.webhookAllowPrivate })
    if (checked.kind === 'valid') return checked.url
    throw invalidField('url', checked.message)
  }

  app.route({
    ...managementRoute,
    method: 'POST',
    url: WEBHOOKS,
    schema: {
      ...managementSchema,
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      params: ProgramParams,
      body: CreateBody,
      response: { 201: dataOf(NewWebhook), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const body = readCreateBody(readObject(request.body))
      const input = { url: readUrl(body.url), eventTypes: distinct(body.eventTypes) }
      const created = await createWebhook(deps, program.id, input)
      if (created === 'too_many_webhooks') {
        const most = limits.webhookEndpoints
        throw new ApiError('conflict', `The program has ${most} webhooks: delete one first.`, { most })
      }
      const data = { ...showWebhook(created.row, deps.clock.now()), secret: created.secret }
      return reply.code(201).header('cache-control', 'no-store').send({ data })
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: WEBHOOKS,
    schema: {
      ...managementSchema,
      operationId: 'listWebhooks',
      summary: 'List the webhooks',
      params: ProgramParams,
      querystring: Type.Object(pageParameters),
      response: { 200: listOf(Webhook), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const page = readPage(request.query)
      const rows = await listEndpoints(kysely, program.id, page)
      const now = deps.clock.now()
      const keyOf = (row: EndpointRow) => ({ at: row.created_at, id: row.id })
      return toPage(rows, page, keyOf, (row) => showWebhook(row, now))
    },
  })

  app.route({
    ...managementRoute,
    method: 'PATCH',
    url: `${WEBHOOKS}/:webhookId`,
    schema: {
      ...managementSchema,
      operationId: 'updateWebhook',
      summary: 'Change, enable or disable a webhook',
      description:
        'While it is disabled nothing is sent, and what happens is not kept for it. What was waiting before goes ' +
        'out once it is enabled again.',
      params: WebhookParams,
      body: UpdateBody,
      response: { 200: dataOf(Webhook), ...errorResponses([400, 401, 403, 404, 413, 415]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const { url, eventTypes, enabled } = readUpdateBody(readObject(request.body))
      const webhookId = parseId(request.params.webhookId)
      if (webhookId === undefined) throw noSuchWebhook()
      const row = await updateWebhook(deps, program.id, webhookId, {
        url: url === undefined ? undefined : readUrl(url),
        eventTypes: eventTypes === undefined ? undefined : distinct(eventTypes),
        enabled,
      })
      if (row === undefined) throw noSuchWebhook()
      return { data: showWebhook(row, deps.clock.now()) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'DELETE',
    url: `${WEBHOOKS}/:webhookId`,
    schema: {
      ...managementSchema,
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook and its deliveries',
      params: WebhookParams,
      response: { 200: dataOf(Type.Object({ id: Type.Integer() })), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const id = parseId(request.params.webhookId)
      if (id === undefined || !(await deleteEndpoint(kysely, program.id, id))) throw noSuchWebhook()
      return { data: { id } }
    },
  })
}

function registerSecretAndTest(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'POST',
    url: `${WEBHOOKS}/:webhookId/rotate-secret`,
    schema: {
      ...managementSchema,
      operationId: 'rotateWebhookSecret',
      summary: 'Give a webhook a new secret',
      description: 'The secret of before signs too for `graceHours`; an older one that still did ends now.',
      params: WebhookParams,
      body: Type.Optional(RotateBody),
      response: { 200: dataOf(NewWebhook), ...errorResponses([400, 401, 403, 404, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const { graceHours = limits.webhookGraceHoursDefault } = readRotateBody(readObject(request.body))
      const webhookId = parseId(request.params.webhookId)
      if (webhookId === undefined) throw noSuchWebhook()
      const rotated = await rotateWebhookSecret(deps, program.id, webhookId, graceHours)
      if (rotated === undefined) throw noSuchWebhook()
      const data = { ...showWebhook(rotated.row, deps.clock.now()), secret: rotated.secret }
      return reply.header('cache-control', 'no-store').send({ data })
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: `${WEBHOOKS}/:webhookId/test`,
    schema: {
      ...managementSchema,
      operationId: 'testWebhook',
      summary: 'Send a test message to a webhook',
      description:
        'Sends `webhook.test` now, once, also while it is disabled, and answers when it is known how that went: ' +
        'see `state`, `lastStatus` and `lastError`.',
      params: WebhookParams,
      response: { 200: dataOf(Delivery), ...errorResponses([401, 403, 404, 409]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const webhookId = parseId(request.params.webhookId)
      if (webhookId === undefined) throw noSuchWebhook()
      const test = await testWebhook(deps, program.id, webhookId)
      switch (test.kind) {
        case 'sent':
          return { data: showDelivery(test.delivery) }
        case 'no_webhook':
          throw noSuchWebhook()
        case 'already_sending':
          throw new ApiError('conflict', 'A test of this webhook is being sent: wait for its answer.')
      }
    },
  })
}

function registerDeliveries(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database

  app.route({
    ...managementRoute,
    method: 'GET',
    url: `${WEBHOOKS}/:webhookId/deliveries`,
    schema: {
      ...managementSchema,
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook',
      description: `They are kept for ${limits.webhookKeptDays} days.`,
      params: WebhookParams,
      querystring: Type.Object({ ...pageParameters, state: Type.Optional(choice(STATES)) }),
      response: { 200: listOf(Delivery), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const page = readPage(request.query)
      const state = readChoice(request.query, 'state', STATES)
      const webhookId = parseId(request.params.webhookId)
      const webhook = webhookId === undefined ? undefined : await findEndpoint(kysely, program.id, webhookId)
      if (webhook === undefined) throw noSuchWebhook()
      const rows = await listDeliveries(kysely, program.id, webhook.id, state, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showDelivery)
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: `${WEBHOOKS}/:webhookId/deliveries/:deliveryId/redeliver`,
    schema: {
      ...managementSchema,
      operationId: 'redeliverWebhook',
      summary: 'Send a delivery again',
      description:
        'With the same `webhook-id`, and with all its attempts before it. One that is being sent stays as it is.',
      params: DeliveryParams,
      response: { 200: dataOf(Delivery), ...errorResponses([401, 403, 404, 409]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const webhookId = parseId(request.params.webhookId)
      const deliveryId = parseId(request.params.deliveryId)
      if (webhookId === undefined || deliveryId === undefined) throw noSuchDelivery()
      const again = await redeliverWebhook(deps, program.id, webhookId, deliveryId)
      switch (again.kind) {
        case 'queued':
          return { data: showDelivery(again.delivery) }
        case 'none':
          throw noSuchDelivery()
        case 'disabled':
          throw new ApiError('conflict', 'The webhook is disabled: enable it first.')
      }
    },
  })
}

/** In the order of the documentation, each once. */
function distinct(sent: readonly EventType[]): EventType[] {
  return EVENT_TYPES.filter((type) => sent.includes(type))
}

function noSuchWebhook() {
  return new ApiError('not_found', 'The program has no webhook of this id.')
}

function noSuchDelivery() {
  return new ApiError('not_found', 'The webhook has no delivery of this id.')
}

function showWebhook(row: EndpointRow, now: Date): Static<typeof Webhook> {
  const { previous_secret_until } = row
  const isInGrace = previous_secret_until !== null && previous_secret_until > now
  return {
    id: row.id,
    url: row.url,
    eventTypes: row.event_types,
    enabled: row.disabled_at === null,
    disabledAt: isoOrNull(row.disabled_at),
    disabledReason: row.disabled_reason,
    failingSince: isoOrNull(row.failing_since),
    previousSecretUntil: isInGrace ? previous_secret_until.toISOString() : null,
    createdAt: row.created_at.toISOString(),
  }
}

function showDelivery(row: DeliveryRow): Static<typeof Delivery> {
  return {
    id: row.id,
    messageId: webhookMessageId(row.message_id),
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    lastAttemptAt: isoOrNull(row.last_attempt_at),
    nextAttemptAt: isoOrNull(row.next_attempt_at),
    deliveredAt: isoOrNull(row.delivered_at),
  }
}
