import type { AccountMail, Deps } from '../../core/deps.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { accountLimits } from '../../workspace/accounts/limits.ts'
import { findWorkspaceName } from '../../workspace/accounts/workspaces.sql.ts'
import { signInLimits } from '../../workspace/sign-in/limits.ts'
import { mailLimits } from './limits.ts'
import { countInvitationMails } from './mails.sql.ts'
import { writeMails } from './write-mails.flow.ts'

const MINUTE_MS = 60 * 1000

/** Returns the sender of account emails; undefined if email is off. */
export function createAccountMail(deps: Omit<Deps, 'accountMail'>): AccountMail | undefined {
  if (deps.config.mail === undefined) return undefined
  return {
    async invite(transaction, { id, email, role, workspaceId, inviterName, secret, expiresAt }) {
      const since = new Date(deps.clock.now().getTime() - DAY_MS)
      const mailCounts = await countInvitationMails(transaction, { workspaceId, recipient: email, since })
      if (
        mailCounts.all >= accountLimits.invitationMailsEach ||
        mailCounts.toOne >= accountLimits.invitationMailsToOne
      )
        return false
      const workspaceName = (await findWorkspaceName(transaction, workspaceId)) ?? ''
      await writeMails(deps, transaction, [
        {
          kind: 'invitation',
          cause: `invitation:${id}`,
          recipient: email,
          workspaceId,
          programId: null,
          data: { workspaceName, inviterName, role, expiresAt: expiresAt.toISOString() },
          secret,
          expiresAt,
        },
      ])
      return true
    },
    async requestPasswordReset(email) {
      const now = deps.clock.now().getTime()
      // Requests within the same few minutes send only one email.
      const each = mailLimits.passwordMailMinutes * MINUTE_MS
      const since = new Date(Math.floor(now / each) * each)
      await writeMails(deps, deps.database.kysely, [
        {
          kind: 'password_reset',
          cause: `password_reset:${since.toISOString()}`,
          recipient: email,
          workspaceId: null,
          programId: null,
          data: { minutes: signInLimits.passwordResetMinutes },
          expiresAt: new Date(now + signInLimits.passwordResetMinutes * MINUTE_MS),
        },
      ])
    },
  }
}
