import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { accountLimits } from '../../workspace/accounts/limits.ts'
import { listMembers } from '../../workspace/accounts/members.sql.ts'
import { type Permission, roleAllows } from '../../workspace/accounts/permissions.rule.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import { mailLimits } from './limits.ts'
import type { NewMail } from './mail.ts'
import { writeMails } from './write-mails.flow.ts'

type ProgramMail = Extract<NewMail, { kind: 'webhook_disabled' | 'invoice_issued' | 'new_application' }>
/** The notification. Each kind has its own data. */
type MemberNotice = ProgramMail extends infer Mail
  ? Mail extends ProgramMail
    ? Pick<Mail, 'kind' | 'data'>
    : never
  : never

/**
 * Queues an email to each active member with the permission, in the caller's transaction. Sandboxes send none. Opt-outs
 * are checked when sending.
 */
export async function notifyMembers(
  deps: Pick<Deps, 'config' | 'clock' | 'ids'>,
  transaction: Queries,
  {
    program,
    permission,
    cause,
    notice,
  }: {
    program: { id: number; workspace_id: string; sandbox: boolean }
    permission: Permission
    cause: string
    notice: MemberNotice
  },
): Promise<void> {
  if (deps.config.mail === undefined || !hasExternalEffects(program)) return
  const members = await listMembers(transaction, program.workspace_id, accountLimits.membersPerWorkspace)
  const recipients = members
    .filter(({ role, status }) => status === 'active' && roleAllows(role, permission))
    .slice(0, mailLimits.mailRecipients)
  const expiresAt = new Date(deps.clock.now().getTime() + mailLimits.mailSendDays * DAY_MS)
  const mails = recipients.map(({ email }) => ({
    ...notice,
    cause,
    recipient: email,
    workspaceId: program.workspace_id,
    programId: program.id,
    expiresAt,
  }))
  await writeMails(deps, transaction, mails)
}
