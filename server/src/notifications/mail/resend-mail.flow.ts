import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { MailKind } from '../../core/enums.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { isClosedAddress } from './closed-address.rule.ts'
import { mailLimits } from './limits.ts'
import { type LoggedMail, lockMail, requeueMail } from './mails.sql.ts'

export type ResentMail =
  | { kind: 'queued'; mail: LoggedMail }
  | { kind: 'none' }
  /** Already sent, or still being sent. */
  | { kind: 'not_failed' }
  /** Its link was deleted and can't be recreated. */
  | { kind: 'secret' }
  /** The recipient closed their account, so nothing is kept. */
  | { kind: 'erased' }
  /** Email is off. */
  | { kind: 'off' }

/** Kinds of email that contain a link which grants access. */
const SECRET: ReadonlySet<MailKind> = new Set([
  'invitation',
  'password_reset',
  'partner_sign_in',
  'application_question',
  'partner_invitation',
])

export function hasSecretLink(kind: MailKind): boolean {
  return SECRET.has(kind)
}

/** Queues a failed email again, with its Message-ID and attempts. */
export async function resendMail(
  deps: Deps,
  { workspaceId, mailId }: { workspaceId: string; mailId: number },
): Promise<ResentMail> {
  if (deps.config.mail === undefined) return { kind: 'off' }
  return withTransaction(deps, async (transaction) => {
    const mail = await lockMail(transaction, workspaceId, mailId)
    if (mail === undefined) return { kind: 'none' }
    if (mail.state !== 'failed' && mail.state !== 'withdrawn') return { kind: 'not_failed' }
    if (isClosedAddress(mail.recipient)) return { kind: 'erased' }
    if (hasSecretLink(mail.kind)) return { kind: 'secret' }
    const now = deps.clock.now()
    const expiresAt = new Date(now.getTime() + mailLimits.mailSendDays * DAY_MS)
    return { kind: 'queued', mail: await requeueMail(transaction, mail.id, { now, expiresAt }) }
  })
}
