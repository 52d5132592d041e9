import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { addMember } from '../flows/add-member.ts'
import { changeMembership } from '../flows/change-membership.ts'
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
  readObject,
} from '../http/management.ts'
import { requireMembership } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import type { MembershipChange } from '../rules/membership-change.ts'
import { ROLES, roleAllows } from '../rules/permissions.ts'
import { isStorable } from '../rules/stored-text.ts'
import { cancelInvitations, type InvitationRow, listInvitations } from '../store/invitations.ts'
import { listMembers, type MemberRow } from '../store/members.ts'

const STATUSES = ['active', 'suspended'] as const

const Member = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: choice(ROLES),
  status: choice(STATUSES),
  createdAt: Instant,
})

const Invitation = Type.Object({
  id: nullable(
    Type.String({
      description:
        'The secret the invited person accepts with, at `/api/auth/organization/accept-invitation`. ' +
        'Null where it would make an owner of somebody and you are none.',
    }),
  ),
  email: Type.String(),
  role: choice(ROLES),
  expiresAt: Instant,
  createdAt: Instant,
})

const Added = Type.Union([
  Type.Object({ kind: Type.Literal('member'), member: Member }),
  Type.Object({ kind: Type.Literal('invitation'), invitation: Invitation }),
])

const AddBody = Type.Object({
  email: Type.String({ maxLength: limits.idChars, pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$' }),
  role: choice(ROLES),
})
const ChangeBody = Type.Object({
  role: Type.Optional(choice(ROLES)),
  status: Type.Optional(choice(STATUSES)),
})

const WorkspaceParams = Type.Object({ workspaceId: Type.String() })
const MemberParams = Type.Object({ ...WorkspaceParams.properties, memberId: Type.String() })
const InvitationParams = Type.Object({ ...WorkspaceParams.properties, invitationId: Type.String() })

const readAddBody = bodyReader(AddBody)
const readChangeBody = bodyReader(ChangeBody)

/**
 * The members of a workspace (D45), behind `member:manage`; anyone may remove himself. Only an owner makes or
 * unmakes owners, and the last active owner stays.
 */
export function registerManageMembers(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/workspaces/:workspaceId/members',
    schema: {
      ...managementSchema,
      operationId: 'listMembers',
      summary: 'List the members',
      params: WorkspaceParams,
      response: { 200: listOf(Member), ...errorResponses([401, 403]) },
    },
    handler: async (request) => {
      const { workspaceId } = await requireManager(deps, request, request.params.workspaceId)
      const rows = await listMembers(kysely, workspaceId, limits.membersPerWorkspace)
      return { data: rows.map(showMember), meta: { nextCursor: null } }
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/workspaces/:workspaceId/members',
    schema: {
      ...managementSchema,
      operationId: 'addMember',
      summary: 'Add a member, or invite one',
      description:
        'Who has an account with this e-mail becomes a member at once. Otherwise an invitation is made: pass its ' +
        'id on, nothing is mailed. It replaces an earlier one to the same e-mail.',
      params: WorkspaceParams,
      body: AddBody,
      response: { 201: dataOf(Added), ...errorResponses([400, 401, 403, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { workspaceId, userId, role } = await requireManager(deps, request, request.params.workspaceId)
      const body = readAddBody(readObject(request.body))
      const added = await addMember(deps, { workspaceId, actorUserId: userId, ...body })
      switch (added.kind) {
        case 'member':
          return reply.code(201).send({ data: { kind: 'member', member: showMember(added.member) } })
        case 'invitation': {
          const invitation = showInvitation(added.invitation, role)
          return reply
            .code(201)
            .header('cache-control', 'no-store')
            .send({ data: { kind: 'invitation', invitation } })
        }
        case 'not_permitted':
          throw notPermitted()
        case 'owner_only':
          throw ownerOnly()
        case 'already_member':
          throw new ApiError('conflict', 'This e-mail belongs to a member of the workspace.', {
            field: 'email',
          })
        case 'too_many': {
          const [members, invitations] = [limits.membersPerWorkspace, limits.invitationsPerWorkspace]
          const message = `A workspace has at most ${members} members and ${invitations} open invitations.`
          throw new ApiError('conflict', message, { members, invitations })
        }
      }
    },
  })

  app.route({
    ...managementRoute,
    method: 'PATCH',
    url: '/api/workspaces/:workspaceId/members/:memberId',
    schema: {
      ...managementSchema,
      operationId: 'changeMember',
      summary: 'Change the role of a member, suspend or reactivate',
      description: 'A suspended member loses every permission in the workspace at once.',
      params: MemberParams,
      body: ChangeBody,
      response: { 200: dataOf(Member), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request) => {
      const { memberId } = request.params
      const { workspaceId, userId } = await requireManager(deps, request, request.params.workspaceId)
      const { role, status } = readChangeBody(readObject(request.body))
      if (role === undefined && status === undefined)
        throw invalidField('role', 'Send a role, a status, or both.')
      const change: MembershipChange = {
        kind: 'update',
        ...(role === undefined ? {} : { role }),
        ...(status === undefined ? {} : { status }),
      }
      return {
        data: showMember(await changeOrThrow(deps, { workspaceId, actorUserId: userId, memberId, change })),
      }
    },
  })

  app.route({
    ...managementRoute,
    method: 'DELETE',
    url: '/api/workspaces/:workspaceId/members/:memberId',
    schema: {
      ...managementSchema,
      operationId: 'removeMember',
      summary: 'Remove a member, or leave',
      params: MemberParams,
      response: {
        200: dataOf(Type.Object({ id: Type.String() })),
        ...errorResponses([401, 403, 404, 409]),
      },
    },
    handler: async (request) => {
      const { workspaceId, memberId } = request.params
      const { userId } = await requireMembership(deps, request, workspaceId)
      const change = { kind: 'remove' } as const
      const removed = await changeOrThrow(deps, { workspaceId, actorUserId: userId, memberId, change })
      return { data: { id: removed.id } }
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/workspaces/:workspaceId/invitations',
    schema: {
      ...managementSchema,
      operationId: 'listInvitations',
      summary: 'List the open invitations',
      params: WorkspaceParams,
      response: { 200: listOf(Invitation), ...errorResponses([401, 403]) },
    },
    handler: async (request, reply) => {
      const { workspaceId, role } = await requireManager(deps, request, request.params.workspaceId)
      const most = limits.invitationsPerWorkspace
      const rows = await listInvitations(kysely, workspaceId, deps.clock.now(), most)
      reply.header('cache-control', 'no-store')
      return { data: rows.map((row) => showInvitation(row, role)), meta: { nextCursor: null } }
    },
  })

  app.route({
    ...managementRoute,
    method: 'DELETE',
    url: '/api/workspaces/:workspaceId/invitations/:invitationId',
    schema: {
      ...managementSchema,
      operationId: 'cancelInvitation',
      summary: 'Cancel an invitation',
      params: InvitationParams,
      response: { 200: dataOf(Type.Object({ id: Type.String() })), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { workspaceId } = await requireManager(deps, request, request.params.workspaceId)
      const { invitationId: id } = request.params
      const canceled = isStorable(id, limits.idChars)
        ? await cancelInvitations(kysely, workspaceId, { id })
        : 0
      if (canceled === 0) throw new ApiError('not_found', 'The workspace has no open invitation of this id.')
      return { data: { id } }
    },
  })
}

type Request = Parameters<typeof requireMembership>[1]

async function requireManager(deps: ServiceDeps, request: Request, workspaceId: string) {
  const membership = await requireMembership(deps, request, workspaceId)
  if (!roleAllows(membership.role, 'member:manage')) throw notPermitted()
  return { workspaceId, ...membership }
}

async function changeOrThrow(
  deps: ServiceDeps,
  input: Parameters<typeof changeMembership>[1],
): Promise<MemberRow> {
  const changed = await changeMembership(deps, input)
  if (changed.kind === 'changed') return changed.member
  if (changed.kind === 'no_member') throw new ApiError('not_found', 'The workspace has no member of this id.')
  switch (changed.reason) {
    case 'not_permitted':
      throw notPermitted()
    case 'owner_only':
      throw ownerOnly()
    case 'last_owner':
      throw new ApiError('conflict', 'This is the last active owner: make somebody else an owner first.')
  }
}

function notPermitted() {
  const permission = 'member:manage'
  return new ApiError('forbidden', `You need the permission ${permission} in this workspace.`, { permission })
}

function ownerOnly() {
  return new ApiError('forbidden', 'Only an owner makes or unmakes owners.')
}

function showMember(row: MemberRow): Static<typeof Member> {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  }
}

/** An admin who saw the id of an owner's invitation could accept it under that e-mail and become an owner. */
function showInvitation(row: InvitationRow, viewer: MemberRow['role']): Static<typeof Invitation> {
  const role = ROLES.find((one) => one === row.role) ?? 'member'
  return {
    id: role === 'owner' && viewer !== 'owner' ? null : row.id,
    email: row.email,
    role,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  }
}
