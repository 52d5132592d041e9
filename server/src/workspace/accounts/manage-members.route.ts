import Type, { type Static } from 'typebox'
import { MEMBER_ROLES, MEMBER_STATUSES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { EmailAddress, readEmail } from '../../core/http/email-address.http.ts'
import {
  choice,
  dataSchema,
  Instant,
  listSchema,
  managementSchema,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { idempotencyHeaders, respondOnce } from '../../core/idempotency/idempotency.http.ts'
import { cancelInvitation } from './cancel-invitation.flow.ts'
import { changeMembership } from './change-membership.flow.ts'
import { type InvitationRow, listInvitations } from './invitations.sql.ts'
import { type InvitedMember, inviteMember } from './invite-member.flow.ts'
import { accountLimits } from './limits.ts'
import { getActorId, type Requester, withActor } from './management-key.http.ts'
import { listMembers, type MemberRow } from './members.sql.ts'
import { lacksPermission, requireMembership, requireWorkspacePermission } from './membership.http.ts'
import type { MembershipChange } from './membership-change.rule.ts'

const Member = namedObject('Member', {
  id: Type.String(),
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: choice(MEMBER_ROLES, 'Role'),
  status: choice(MEMBER_STATUSES, 'MemberStatus'),
  createdAt: Instant,
})

const InvitationFields = {
  id: Type.String({ description: 'Identifies the invitation. It can’t be used to accept it.' }),
  email: Type.String(),
  role: choice(MEMBER_ROLES, 'Role'),
  expiresAt: Instant,
  createdAt: Instant,
}

const Invitation = namedObject('Invitation', InvitationFields)

const NewInvitation = namedObject('NewInvitation', {
  ...InvitationFields,
  secret: Type.String({
    description:
      'The invitation secret, returned only once. The invitee needs it to accept, and to sign up if sign-up is ' +
      'closed.',
  }),
  isMailed: Type.Boolean({
    description:
      'Whether an email with it will be sent. False if the installation has no mail, or if the workspace already had ' +
      `${accountLimits.invitationMailsToOne} emails sent to this address, or ${accountLimits.invitationMailsEach} in total, in the last 24 hours.`,
  }),
})

const AddBody = Type.Object({
  email: EmailAddress,
  role: choice(MEMBER_ROLES, 'Role'),
})
const ChangeBody = Type.Object({
  role: Type.Optional(choice(MEMBER_ROLES, 'Role')),
  status: Type.Optional(choice(MEMBER_STATUSES, 'MemberStatus')),
})

const WorkspaceParams = Type.Object({ workspaceId: Type.String() })
const MemberParams = Type.Object({ ...WorkspaceParams.properties, memberId: Type.String() })
const InvitationParams = Type.Object({ ...WorkspaceParams.properties, invitationId: Type.String() })

/**
 * Registers the routes for workspace members (D45), which require `member:manage`; anyone may leave. Only owners add or
 * remove owners, and the last active owner can't be removed.
 */
export function registerManageMembers(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerInvite(app, deps)
  registerChange(app, deps)
  registerRemove(app, deps)
  registerListInvitations(app, deps)
  registerCancelInvitation(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  app.route({
    method: 'GET',
    url: '/api/workspaces/:workspaceId/members',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'listMembers',
      summary: 'List members',
      params: WorkspaceParams,
      response: { 200: listSchema(Member), ...errorResponses([401, 403]) },
    },
    handler: async (request) => {
      const { workspaceId } = await requireManager(deps, request)
      readInput(request)
      const rows = await listMembers(deps.database.kysely, workspaceId, accountLimits.membersPerWorkspace)
      return { data: rows.map(toResponseFields), meta: { nextCursor: null } }
    },
  })
}

function registerInvite(app: App, deps: ServiceDeps) {
  app.route({
    method: 'POST',
    url: '/api/workspaces/:workspaceId/members',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'inviteMember',
      summary: 'Invite a member',
      description:
        'The invitee becomes a member when they accept, whether or not they already have an account with this ' +
        'email. The secret is sent by email if mail is set up, and you can share it yourself. Replaces ' +
        'any earlier invitation to the same email.',
      params: WorkspaceParams,
      headers: idempotencyHeaders,
      body: AddBody,
      response: { 201: dataSchema(NewInvitation), ...errorResponses([400, 401, 403, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { ctx: context, workspaceId, by, actorId } = await requireManager(deps, request)
      const { email, role } = readInput(request).body
      const newMember = { email: readEmail('email', email), role }
      reply.header('cache-control', 'no-store')
      const options = { request, reply, actorId, programId: undefined, status: 201 }
      return respondOnce(context, options, async (ctx) => {
        const outcome = await inviteMember(ctx, { workspaceId, ...by, ...newMember })
        if (outcome.kind !== 'invited') throw invitationRejectionError(outcome.kind)
        const { invitation, secret, isMailed } = outcome
        return { data: { ...showInvitation(invitation), secret, isMailed } }
      })
    },
  })
}

function registerChange(app: App, deps: ServiceDeps) {
  app.route({
    method: 'PATCH',
    url: '/api/workspaces/:workspaceId/members/:memberId',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'updateMember',
      summary: 'Update a member',
      description:
        'Changes their role, or suspends or reactivates them. Suspended members lose all permissions in the workspace immediately.',
      params: MemberParams,
      body: ChangeBody,
      response: { 200: dataSchema(Member), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request) => {
      const { memberId } = request.params
      const { ctx, workspaceId, by } = await requireManager(deps, request)
      const { role, status } = readInput(request).body
      if (role === undefined && status === undefined)
        throw invalidFieldError('role', 'Send role, status or both.')
      const change: MembershipChange = {
        kind: 'update',
        ...(role === undefined ? {} : { role }),
        ...(status === undefined ? {} : { status }),
      }
      return {
        data: toResponseFields(await changeMembershipOrThrow(ctx, { workspaceId, ...by, memberId, change })),
      }
    },
  })
}

function registerRemove(app: App, deps: ServiceDeps) {
  app.route({
    method: 'DELETE',
    url: '/api/workspaces/:workspaceId/members/:memberId',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'removeMember',
      summary: 'Remove a member',
      params: MemberParams,
      response: {
        200: dataSchema(Type.Object({ id: Type.String() })),
        ...errorResponses([401, 403, 404, 409, 413, 415]),
      },
    },
    handler: async (request) => {
      const { workspaceId, memberId } = request.params
      const requester = await requireMembership(deps, request, workspaceId)
      // Members can always remove themselves. A management key isn't a member, so it needs the permission.
      if (requester.keyId !== undefined && !requester.permissions.has('member:manage'))
        throw notPermittedError()
      readInput(request)
      const change = { kind: 'remove' } as const
      const membership = await changeMembershipOrThrow(withActor(deps, request, requester), {
        workspaceId,
        ...toMemberActor(requester),
        memberId,
        change,
      })
      return { data: { id: membership.id } }
    },
  })
}

function registerListInvitations(app: App, deps: ServiceDeps) {
  app.route({
    method: 'GET',
    url: '/api/workspaces/:workspaceId/invitations',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'listInvitations',
      summary: 'List open invitations',
      params: WorkspaceParams,
      response: { 200: listSchema(Invitation), ...errorResponses([401, 403]) },
    },
    handler: async (request) => {
      const { workspaceId } = await requireManager(deps, request)
      readInput(request)
      const maxInvitations = accountLimits.invitationsPerWorkspace
      const rows = await listInvitations(deps.database.kysely, workspaceId, deps.clock.now(), maxInvitations)
      return { data: rows.map(showInvitation), meta: { nextCursor: null } }
    },
  })
}

function registerCancelInvitation(app: App, deps: ServiceDeps) {
  app.route({
    method: 'DELETE',
    url: '/api/workspaces/:workspaceId/invitations/:invitationId',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'cancelInvitation',
      summary: 'Cancel an invitation',
      params: InvitationParams,
      response: {
        200: dataSchema(Type.Object({ id: Type.String() })),
        ...errorResponses([401, 403, 404, 413, 415]),
      },
    },
    handler: async (request) => {
      const { invitationId } = request.params
      const { ctx, workspaceId, by } = await requireManager(deps, request)
      readInput(request)
      switch (await cancelInvitation(ctx, { workspaceId, ...by, invitationId })) {
        case 'canceled':
          return { data: { id: invitationId } }
        case 'not_permitted':
          throw notPermittedError()
        case 'owner_only':
          throw ownerOnlyError()
        case 'beyond_key':
          throw exceededPermissionsError()
        case 'no_invitation':
          throw new ApiError('not_found', 'The workspace has no open invitation with this ID.')
      }
    },
  })
}

type Request = Parameters<typeof requireMembership>[1]

async function requireManager(deps: ServiceDeps, request: Request) {
  const { workspaceId } = request.params as { workspaceId: string } // safe because each of the URLs contains it
  const requester = await requireWorkspacePermission(deps, request, workspaceId, 'member:manage')
  return {
    ctx: withActor(deps, request, requester),
    workspaceId,
    by: toMemberActor(requester),
    actorId: getActorId(requester),
  }
}

/** A key acts as the user who created it, within its own permissions. */
function toMemberActor({ userId, keyId, permissions }: Requester) {
  return { actorUserId: userId, keyPermissions: keyId === undefined ? undefined : permissions }
}

async function changeMembershipOrThrow(
  deps: ServiceDeps,
  input: Parameters<typeof changeMembership>[1],
): Promise<MemberRow> {
  const outcome = await changeMembership(deps, input)
  if (outcome.kind === 'changed') return outcome.member
  if (outcome.kind === 'no_member')
    throw new ApiError('not_found', 'The workspace has no member with this ID.')
  switch (outcome.reason) {
    case 'not_permitted':
      throw notPermittedError()
    case 'owner_only':
      throw ownerOnlyError()
    case 'beyond_key':
      throw exceededPermissionsError()
    case 'last_owner':
      throw new ApiError('conflict', 'This is the last active owner. Make another member an owner first.')
  }
}

function invitationRejectionError(kind: Exclude<InvitedMember['kind'], 'invited'>): ApiError {
  switch (kind) {
    case 'not_permitted':
      return notPermittedError()
    case 'owner_only':
      return ownerOnlyError()
    case 'beyond_key':
      return exceededPermissionsError()
    case 'already_member':
      return new ApiError('conflict', 'This email already belongs to a member of the workspace.', {
        field: 'email',
      })
    case 'too_many':
      return tooManyMembersError()
  }
}

function notPermittedError() {
  return lacksPermission('member:manage')
}

function tooManyMembersError() {
  const [members, invitations] = [accountLimits.membersPerWorkspace, accountLimits.invitationsPerWorkspace]
  const message = `A workspace can have at most ${members} members and ${invitations} open invitations.`
  return new ApiError('conflict', message, { members, invitations })
}

function ownerOnlyError() {
  return new ApiError('forbidden', 'Only owners can add or remove owners.')
}

function exceededPermissionsError() {
  return new ApiError(
    'forbidden',
    'A management key can only manage members who have no more permissions than the key.',
  )
}

function showInvitation(row: InvitationRow): Static<typeof Invitation> {
  return { ...toResponseFields(row), role: MEMBER_ROLES.find((one) => one === row.role) ?? 'member' }
}
