import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { createProgram } from '../flows/create-program.ts'
import { updateProgram } from '../flows/update-program.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { requirePermission, requireSession } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { roleAllows } from '../rules/permissions.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { listWorkspacesOfUser } from '../store/members.ts'
import { listProgramsOfUser, type ProgramChanges, type ProgramRow } from '../store/programs.ts'

const Name = Type.String({ minLength: 1, maxLength: limits.idChars, pattern: '\\S' })
const TimeZone = Type.String({
  maxLength: limits.idChars,
  description: 'An IANA name such as `Europe/Berlin`. Days are counted in it.',
})
const WindowDays = Type.Integer({ minimum: 1, maximum: 365 })
const PerLead = Type.Object({
  amountCents: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currency: choice(CURRENCIES),
})

const settings = {
  name: Name,
  status: choice(['active', 'paused', 'archived']),
  leadAuthPolicy: choice(['server_verified', 'browser_allowed']),
  paymentTrackingMode: choice(['processor_connect', 's2s']),
  timeZone: TimeZone,
  attributionWindowDays: WindowDays,
  cookieWindowDays: WindowDays,
  holdPeriodDays: Type.Integer({ minimum: 0, maximum: 365 }),
  platformFeeBps: Type.Integer({ minimum: 0, maximum: 10_000 }),
  commissionApproval: Type.Enum(['automatic', 'review'], {
    type: 'string',
    description: '`automatic`: a commission is approved when its hold ends; `review`: only by a person.',
  }),
}

const Program = Type.Object({
  id: Type.Integer(),
  workspaceId: Type.String(),
  ...settings,
  perLeadCommission: nullable(PerLead),
  createdAt: Instant,
  updatedAt: Instant,
})

const CreateBody = Type.Object({
  workspaceId: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description: 'May be left out by who is an active member of exactly one workspace.',
    }),
  ),
  name: Name,
  timeZone: Type.Optional(TimeZone),
})

const UpdateBody = Type.Object({
  ...Type.Partial(Type.Object(settings)).properties,
  perLeadCommission: Type.Optional(nullable(PerLead)),
})

const readCreateBody = bodyReader(CreateBody)
const readUpdateBody = bodyReader(UpdateBody)

/** Programs: create, list, read, change. Reading takes `tracking:read`, the rest `program:create` and `program:update`. */
export function registerManagePrograms(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs',
    schema: {
      ...managementSchema,
      operationId: 'createProgram',
      summary: 'Create a program',
      description: 'It starts with a default commission policy of 20 %, lifetime.',
      body: CreateBody,
      response: { 201: dataOf(Program), ...errorResponses([400, 401, 403, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { userId } = await requireSession(deps, request)
      const body = readCreateBody(readObject(request.body))
      const workspaceId = await chooseWorkspace(deps, userId, body.workspaceId)
      const { name, timeZone } = body
      const program = await createProgram(deps, { workspaceId, name: name.trim(), timeZone })
      if (program === 'unknown_time_zone') throw unknownTimeZone()
      return reply.code(201).send({ data: showProgram(program) })
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs',
    schema: {
      ...managementSchema,
      operationId: 'listPrograms',
      summary: 'List the programs of your workspaces',
      querystring: Type.Object(pageParameters),
      response: { 200: listOf(Program), ...errorResponses([400, 401]) },
    },
    handler: async (request) => {
      const { userId } = await requireSession(deps, request)
      const page = readPage(request.query)
      const rows = await listProgramsOfUser(kysely, userId, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showProgram)
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId',
    schema: {
      ...managementSchema,
      operationId: 'readProgram',
      summary: 'Read a program',
      params: ProgramParams,
      response: { 200: dataOf(Program), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:read')
      return { data: showProgram(program) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'PATCH',
    url: '/api/programs/:programId',
    schema: {
      ...managementSchema,
      operationId: 'updateProgram',
      summary: 'Change a program',
      description:
        'Fields that are left out stay as they are. A new time zone counts all days anew. ' +
        '`perLeadCommission: null` ends the commission per lead.',
      params: ProgramParams,
      body: UpdateBody,
      response: { 200: dataOf(Program), ...errorResponses([400, 401, 403, 404, 413, 415]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const updated = await updateProgram(deps, program.id, readChanges(readObject(request.body)))
      if (updated === 'unknown_time_zone') throw unknownTimeZone()
      return { data: showProgram(updated) }
    },
  })
}

/** The workspace a new program goes to, in which the user may create one. */
async function chooseWorkspace(deps: ServiceDeps, userId: string, asked: string | undefined) {
  const workspaces = await listWorkspacesOfUser(deps.database.kysely, userId, limits.workspacesPerUser)
  if (asked === undefined && workspaces.length > 1) {
    throw invalidField(
      'workspaceId',
      'You are a member of several workspaces: say which one with workspaceId.',
    )
  }
  const chosen =
    asked === undefined ? workspaces[0] : workspaces.find(({ workspace_id }) => workspace_id === asked)
  if (chosen !== undefined && roleAllows(chosen.role, 'program:create')) return chosen.workspace_id
  throw new ApiError('forbidden', 'You need the permission program:create in this workspace.', {
    permission: 'program:create',
  })
}

function readChanges(body: Record<string, unknown>): ProgramChanges {
  const sent = readUpdateBody(body)
  const perLead = body.perLeadCommission === null ? null : sent.perLeadCommission
  return withoutUndefined({
    name: sent.name?.trim(),
    status: sent.status,
    lead_auth_policy: sent.leadAuthPolicy,
    payment_tracking_mode: sent.paymentTrackingMode,
    time_zone: sent.timeZone,
    attribution_window_days: sent.attributionWindowDays,
    cookie_window_days: sent.cookieWindowDays,
    hold_period_days: sent.holdPeriodDays,
    platform_fee_bps: sent.platformFeeBps,
    commission_approval: sent.commissionApproval,
    per_lead_amount_cents: perLead === undefined ? undefined : (perLead?.amountCents ?? null),
    per_lead_currency: perLead === undefined ? undefined : (perLead?.currency ?? null),
  })
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  // safe because exactly the undefined values are left out
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}

function unknownTimeZone() {
  return invalidField('timeZone', 'timeZone takes an IANA name, such as Europe/Berlin or UTC.')
}

function showProgram(row: ProgramRow): Static<typeof Program> {
  const { per_lead_amount_cents, per_lead_currency } = row
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    status: row.status,
    leadAuthPolicy: row.lead_auth_policy,
    paymentTrackingMode: row.payment_tracking_mode,
    timeZone: row.time_zone,
    attributionWindowDays: row.attribution_window_days,
    cookieWindowDays: row.cookie_window_days,
    holdPeriodDays: row.hold_period_days,
    platformFeeBps: row.platform_fee_bps,
    commissionApproval: row.commission_approval,
    perLeadCommission:
      per_lead_amount_cents === null || per_lead_currency === null
        ? null
        : { amountCents: per_lead_amount_cents, currency: per_lead_currency },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
