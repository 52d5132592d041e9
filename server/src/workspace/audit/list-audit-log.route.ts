import Type, { type Static } from 'typebox'
import { AUDIT_ACTIONS, AUDIT_TARGETS, POLICY_TYPES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import {
  CurrencyCode,
  choice,
  Instant,
  listSchema,
  managementSchema,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice, readPositive, readText } from '../../core/http/query.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { readTimeRange } from '../../core/time/time-range.http.ts'
import { isTimeZone } from '../../core/time/time-zone.rule.ts'
import { requireWorkspacePermission } from '../accounts/membership.http.ts'
import { type AuditRow, listAuditRows } from './audit-log.sql.ts'
import { BY_PARTNERS } from './audited-operations.ts'

const BOUND = 'ISO 8601. A date means that whole day in `timeZone`.'

const Query = Type.Object({
  ...pageParameters,
  userId: Type.Optional(Type.String({ description: 'Only changes made by this user.' })),
  keyId: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only changes made with this management key.' }),
  ),
  action: Type.Optional(choice(AUDIT_ACTIONS, 'AuditAction')),
  from: Type.Optional(Type.String({ description: `Only entries from this time on. ${BOUND}` })),
  to: Type.Optional(Type.String({ description: `Only entries up to this time. ${BOUND}` })),
  timeZone: Type.Optional(Type.String({ default: 'UTC', description: 'An IANA name.' })),
})

const Values = nullable(Type.Record(Type.String(), Type.Unknown()))

/** Both versions of a changed policy have an entry. */
const AuditedPolicy = namedObject('AuditedPolicy', {
  productId: nullable(Type.String()),
  groupId: nullable(Type.Integer()),
  type: choice(POLICY_TYPES, 'PolicyType'),
  rateBps: nullable(Type.Integer()),
  amountCents: nullable(Type.Integer()),
  currency: nullable(CurrencyCode),
})

const AuditEntry = namedObject('AuditEntry', {
  id: Type.Integer({ description: 'Increases with time within one database server.' }),
  at: Instant,
  actor: Type.Object({
    kind: choice(['user', 'key', 'partner', 'command'], 'AuditActorKind'),
    userId: nullable(
      Type.String({
        description: '`null` for a management key, a partner of the program, or a command run on the server.',
      }),
    ),
    keyId: nullable(Type.Integer({ description: 'The management key that made the change.' })),
    name: nullable(
      Type.String({
        description:
          'The name of the user or key, or `null` if the user was never a member of this workspace.',
      }),
    ),
    email: nullable(Type.String()),
  }),
  action: choice(AUDIT_ACTIONS, 'AuditAction'),
  target: Type.Object({
    type: choice(AUDIT_TARGETS, 'AuditTarget'),
    id: Type.String(),
    name: nullable(
      Type.String({
        description: 'The changed member’s email, the partner’s name, or the refunded sale’s order ID.',
      }),
    ),
    policy: nullable(AuditedPolicy),
  }),
  programId: nullable(Type.Integer({ description: '`null` for changes to the workspace.' })),
  before: Values,
  after: Values,
  requestId: nullable(
    Type.String({
      description:
        'The `x-request-id` of the request. All entries of one request share it. Commands have none.',
    }),
  ),
})

/** Registers a workspace's audit log, which requires `audit:read`. Entries are never changed or deleted. */
export function registerListAuditLog(app: App, deps: ServiceDeps): void {
  app.route({
    method: 'GET',
    url: '/api/workspaces/:workspaceId/audit',
    schema: {
      ...managementSchema('audit:read'),
      operationId: 'listAuditLog',
      summary: 'List audit log entries',
      description:
        'Returns all changes made by users, management keys and commands, newest first, with one entry per changed record. `before` is `null` for created records, and `after` is `null` for deleted ones. For updates, both contain the changed values by column name. Secrets are shown as "hidden".',
      params: Type.Object({ workspaceId: Type.String() }),
      querystring: Query,
      response: { 200: listSchema(AuditEntry), ...errorResponses([400, 401, 403]) },
    },
    handler: async (request) => {
      const { workspaceId } = request.params
      await requireWorkspacePermission(deps, request, workspaceId, 'audit:read')
      const { query } = readInput(request)
      const page = readPage(query)
      const filter = {
        userId: readText(query, 'userId'),
        keyId: readPositive(query, 'keyId', Number.MAX_SAFE_INTEGER),
        action: readChoice(query, 'action', AUDIT_ACTIONS),
        ...readTimeRange(query, readTimeZone(query)),
      }
      const rows = await listAuditRows(deps.database.kysely, workspaceId, filter, page)
      return toPage(rows, page, ['written_at', 'id'], showEntry)
    },
  })
}

function readTimeZone(query: unknown): string {
  const timeZone = readText(query, 'timeZone') ?? 'UTC'
  if (isTimeZone(timeZone)) return timeZone
  throw invalidFieldError('timeZone', 'timeZone must be an IANA name, such as Europe/Berlin or UTC.')
}

function getActorKind({ key_id, user_id, action }: AuditRow) {
  if (key_id !== null) return 'key'
  if (user_id !== null) return 'user'
  return BY_PARTNERS.includes(action) ? 'partner' : 'command'
}

function showEntry(row: AuditRow): Static<typeof AuditEntry> {
  return {
    ...toResponseFields(row),
    actor: {
      kind: getActorKind(row),
      userId: row.user_id,
      keyId: row.key_id,
      name: row.key_name ?? row.user_name,
      email: row.user_email,
    },
    target: {
      type: row.target_type,
      id: row.target_id,
      name: row.target_name,
      policy: row.policy && toResponseFields(row.policy),
    },
  }
}
