import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { formatSecret, hashPermanentSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { mailLimits } from '../../notifications/mail/limits.ts'
import { countInvitationMails, withdrawMailByCause } from '../../notifications/mail/mails.sql.ts'
import { writeMails } from '../../notifications/mail/write-mails.flow.ts'
import { accountLimits } from '../../workspace/accounts/limits.ts'
import { stillHasPermission } from '../../workspace/accounts/recheck-permission.flow.ts'
import { ensureSlug } from '../../workspace/branding/update-branding.flow.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import { lockProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { findUserName } from '../enrollments/partners.sql.ts'
import {
  countOpenInvitations,
  findJoinInvitation,
  insertJoinInvitation,
  type JoinInvitationRow,
  revokeJoinInvitation,
} from './join-invitations.sql.ts'
import { onboardingLimits } from './limits.ts'

export type InvitedPartner =
  | { kind: 'invited'; invitation: JoinInvitationRow; slug: string; token: string; isMailed: boolean }
  /** The program has too many open invitations. */
  | { kind: 'too_many' }
  /** The inviter's permission was just removed. */
  | { kind: 'not_permitted' }

/**
 * Creates a single-use invitation that is valid for 30 days in any join mode. The token is only returned here, and
 * emailed if there is an email. A program without a slug gets one from its name. Uses the real clock.
 */
export function invitePartner(
  deps: Deps,
  program: ProgramRow,
  { email, actorId }: { email: string | null; actorId: string },
): Promise<InvitedPartner> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, program.id)
    const now = deps.clock.now()
    if (!(await stillHasPermission(transaction, program.workspace_id, { actorId, now }, 'partner:manage'))) {
      return { kind: 'not_permitted' }
    }
    if ((await countOpenInvitations(transaction, program.id, now)) >= onboardingLimits.joinInvitationsOpen) {
      return { kind: 'too_many' }
    }
    const slug = await ensureSlug(deps, transaction, program)
    const token = formatSecret(deps.ids.bytes(SECRET_BYTES))
    const invitation = await insertJoinInvitation(transaction, {
      program_id: program.id,
      token_hash: hashPermanentSecret('partner_invitation', token),
      email,
      invited_by: actorId,
      inviter_name: (await findUserName(transaction, actorId)) ?? program.name,
      created_at: now,
      expires_at: new Date(now.getTime() + onboardingLimits.joinInvitationDays * DAY_MS),
    })
    const mayMail = email !== null && deps.config.mail !== undefined && hasExternalEffects(program)
    if (!mayMail) return { kind: 'invited', invitation, slug, token, isMailed: false }
    const mailCounts = await countInvitationMails(transaction, {
      kind: 'partner_invitation',
      workspaceId: program.workspace_id,
      recipient: email,
      since: new Date(now.getTime() - DAY_MS),
    })
    const isMailed =
      mailCounts.all < accountLimits.invitationMailsEach &&
      mailCounts.toOne < accountLimits.invitationMailsToOne
    if (isMailed) {
      await writeMails(deps, transaction, [
        {
          kind: 'partner_invitation',
          cause: mailCause(invitation),
          recipient: email,
          workspaceId: program.workspace_id,
          programId: program.id,
          data: {
            programId: program.id,
            programName: program.name,
            slug,
            inviterName: invitation.inviter_name,
            expiresAt: invitation.expires_at.toISOString(),
          },
          secret: token,
          expiresAt: new Date(now.getTime() + mailLimits.mailSendDays * DAY_MS),
        },
      ])
    }
    return { kind: 'invited', invitation, slug, token, isMailed }
  })
}

/** Revokes an invitation, and withdraws its email if it is unsent. */
export function revokePartnerInvitation(
  deps: Deps,
  programId: number,
  id: number,
): Promise<JoinInvitationRow | 'none' | 'over'> {
  return withTransaction(deps, async (transaction) => {
    const revoked = await revokeJoinInvitation(transaction, programId, id, deps.clock.now())
    if (revoked === undefined) {
      return (await findJoinInvitation(transaction, programId, id)) === undefined ? 'none' : 'over'
    }
    await withdrawMailByCause(transaction, mailCause(revoked), 'The invitation was revoked.')
    return revoked
  })
}

function mailCause({ program_id, id }: JoinInvitationRow): string {
  return `partner_invitation:${program_id}:${id}`
}
