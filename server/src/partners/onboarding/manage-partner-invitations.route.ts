import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { readEmail } from '../../core/http/email-address.http.ts'
import { choice, dataSchema, Instant, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { neverEmpty } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { lacksPermission } from '../../workspace/accounts/membership.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { invitePartner, revokePartnerInvitation } from './invite-partner.flow.ts'
import { type JoinInvitationRow, listJoinInvitations } from './join-invitations.sql.ts'
import { onboardingLimits } from './limits.ts'

const INVITATION_STATES = ['open', 'used', 'revoked', 'expired'] as const

const summary = {
  id: Type.Integer(),
  email: nullable(
    Type.String({ description: 'The invitee’s email; null if anyone with the link can join.' }),
  ),
  state: choice(INVITATION_STATES, 'PartnerInvitationState'),
  invitedBy: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  usedAt: nullable(Instant),
}

const PartnerInvitation = namedObject('PartnerInvitation', summary)

const CreatedInvitation = namedObject('PartnerInvitationResult', {
  ...summary,
  url: Type.String({ description: 'Only returned here. It can be used once, within 30 days.' }),
  isMailed: Type.Boolean({ description: 'Whether an email was sent. If not, share the link yourself.' }),
})

const InviteBody = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        maxLength: limits.maxIdLength,
        description:
          'Emails the link to this address, and only this person can join. If omitted, anyone with the link can.',
      }),
    ),
  },
  neverEmpty('email'),
)

/**
 * Registers the routes for partner invitations. Reading requires `tracking:list`, inviting and revoking
 * `partner:manage`.
 */
export function registerManagePartnerInvitations(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partner-invitations',
    operationId: 'listPartnerInvitations',
    summary: 'List partner invitations',
    permission: 'tracking:list',
    query: { parameters: pageParameters, read: (query) => readPage(query) },
    response: listSchema(PartnerInvitation),
    handle: async ({ program, query: page }) => {
      const rows = await listJoinInvitations(deps.database.kysely, program.id, page)
      return toPage(rows, page, ['created_at', 'id'], (row) => showInvitation(row, deps.clock.now()))
    },
  })
  registerInvite(app, deps)
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partner-invitations/:invitationId/revoke',
    operationId: 'revokePartnerInvitation',
    summary: 'Revoke a partner invitation',
    permission: 'partner:manage',
    ids: { invitationId: invitationNotFoundError },
    response: dataSchema(PartnerInvitation),
    errors: [409],
    handle: async ({ realCtx, program, ids }) => {
      const revoked = await revokePartnerInvitation(realCtx, program.id, ids.invitationId)
      if (revoked === 'none') throw invitationNotFoundError()
      if (revoked === 'over') {
        throw new ApiError('conflict', 'This invitation was already used or revoked.')
      }
      return { data: showInvitation(revoked, realCtx.clock.now()) }
    },
  })
}

function registerInvite(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partner-invitations',
    operationId: 'invitePartner',
    summary: 'Invite a partner',
    description:
      'Creates a link to the join page that lets one person join immediately, in any mode. It is emailed if an email is ' +
      'given and the installation sends email. If the program has no slug, it gets one from its name.',
    permission: 'partner:manage',
    body: { schema: InviteBody, read: readInvite },
    status: 201,
    response: dataSchema(CreatedInvitation),
    errors: [409],
    handle: async ({ realCtx, program, actorId, body }) => {
      const outcome = await invitePartner(realCtx, program, { email: body.email, actorId })
      switch (outcome.kind) {
        case 'not_permitted':
          throw lacksPermission('partner:manage')
        case 'too_many': {
          const maxInvitations = onboardingLimits.joinInvitationsOpen
          throw new ApiError(
            'conflict',
            `The program already has the maximum of ${maxInvitations} open invitations. Revoke one first.`,
            { most: maxInvitations },
          )
        }
        case 'invited': {
          const { invitation, slug, token, isMailed } = outcome
          const url = `${realCtx.config.publicUrl}/join/${slug}?invitation=${token}`
          return { data: { ...showInvitation(invitation, realCtx.clock.now()), url, isMailed } }
        }
      }
    },
  })
}

function readInvite({ email }: Static<typeof InviteBody>): { email: string | null } {
  return { email: email === undefined ? null : readEmail('email', email) }
}

function showInvitation(row: JoinInvitationRow, now: Date): Static<typeof PartnerInvitation> {
  return { ...toResponseFields(row), state: getState(row, now), invitedBy: row.inviter_name }
}

function getState({ used_at, revoked_at, expires_at }: JoinInvitationRow, now: Date) {
  if (used_at !== null) return 'used'
  if (revoked_at !== null) return 'revoked'
  return expires_at <= now ? 'expired' : 'open'
}

function invitationNotFoundError() {
  return new ApiError('not_found', 'The program has no invitation with this ID.')
}
