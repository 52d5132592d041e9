import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { readEmail } from '../../core/http/email-address.http.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
  listOf,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { neverEmpty } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { lacksPermission } from '../../workspace/accounts/membership.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { invitePartner, revokePartnerInvitation } from './invite-partner.flow.ts'
import { type JoinInvitationRow, listJoinInvitations } from './join-invitations.sql.ts'
import { onboardingLimits } from './limits.ts'

const INVITATION_STATES = ['open', 'used', 'revoked', 'expired'] as const

const summary = {
  id: Type.Integer(),
  email: nullable(Type.String({ description: 'Whom it is for; null: whoever has the link.' })),
  state: choice(INVITATION_STATES, 'PartnerInvitationState'),
  invitedBy: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  usedAt: nullable(Instant),
}

const PartnerInvitation = namedObject('PartnerInvitation', summary)

const MadeInvitation = namedObject('MadePartnerInvitation', {
  ...summary,
  url: Type.String({ description: 'Shown this once. It works once, for 30 days.' }),
  isMailed: Type.Boolean({ description: 'False: pass the link on yourself.' }),
})

const InviteBody = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        maxLength: limits.idChars,
        description: 'The person it is for, who is mailed the link. Left out: anyone with the link may join.',
      }),
    ),
  },
  neverEmpty('email'),
)

/** Invitations of partners: reading takes `tracking:list`, inviting and revoking `partner:manage`. */
export function registerManagePartnerInvitations(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partner-invitations',
    operationId: 'listPartnerInvitations',
    summary: 'List the invitations of partners',
    permission: 'tracking:list',
    query: { parameters: pageParameters, read: (query) => readPage(query) },
    answer: listOf(PartnerInvitation),
    handle: async ({ program, query: page }) => {
      const rows = await listJoinInvitations(deps.database.kysely, program.id, page)
      return toPage(
        rows,
        page,
        (row) => ({ at: row.created_at, id: row.id }),
        (row) => showInvitation(row, deps.clock.now()),
      )
    },
  })
  registerInvite(app, deps)
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partner-invitations/:invitationId/revoke',
    operationId: 'revokePartnerInvitation',
    summary: 'Revoke the invitation of a partner',
    permission: 'partner:manage',
    ids: { invitationId: noSuchInvitation },
    answer: dataOf(PartnerInvitation),
    errors: [409],
    handle: async ({ realCtx, program, ids }) => {
      const revoked = await revokePartnerInvitation(realCtx, program.id, ids.invitationId)
      if (revoked === 'none') throw noSuchInvitation()
      if (revoked === 'over') {
        throw new ApiError('conflict', 'This invitation was used or revoked already: nothing was changed.')
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
      'Makes a link to the join page by which one person joins at once, whatever the mode. It is mailed where an e-mail is ' +
      'given and the installation sends mail.',
    permission: 'partner:manage',
    body: { schema: InviteBody, read: readInvite },
    status: 201,
    answer: dataOf(MadeInvitation),
    errors: [409],
    handle: async ({ realCtx, program, actorId, body }) => {
      const invited = await invitePartner(realCtx, program, { email: body.email, actorId })
      switch (invited.kind) {
        case 'not_permitted':
          throw lacksPermission('partner:manage')
        case 'no_slug':
          throw new ApiError('conflict', 'The program has no join page yet: give it a slug first.', {
            field: 'slug',
          })
        case 'too_many': {
          const most = onboardingLimits.joinInvitationsOpen
          throw new ApiError('conflict', `${most} invitations are open: revoke one first.`, { most })
        }
        case 'invited': {
          const { invitation, slug, token, isMailed } = invited
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
  return {
    id: row.id,
    email: row.email,
    state: stateOf(row, now),
    invitedBy: row.inviter_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    usedAt: isoOrNull(row.used_at),
  }
}

function stateOf({ used_at, revoked_at, expires_at }: JoinInvitationRow, now: Date) {
  if (used_at !== null) return 'used'
  if (revoked_at !== null) return 'revoked'
  return expires_at <= now ? 'expired' : 'open'
}

function noSuchInvitation() {
  return new ApiError('not_found', 'The program has no invitation of this id.')
}
