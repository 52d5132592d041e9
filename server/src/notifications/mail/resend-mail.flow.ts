import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { MailKind } from '../../core/enums.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { isClosedAddress } from './closed-address.rule.ts'
import { mailLimits } from './limits.ts'
import { type LoggedMail, lockMail, restartMail } from './mails.sql.ts'

export type ResentMail =
  | { kind: 'queued'; mail: LoggedMail }
  | { kind: 'none' }
  /** It was sent, or is still tried. */
  | { kind: 'not_failed' }
  /** Its link is gone, and no second one is made of it. */
  | { kind: 'secret' }
  /** Whom it was to has closed his account: nothing of it is kept. */
  | { kind: 'erased' }
  /** Nothing sends mail. */
  | { kind: 'off' }

/** Mails whose link lets somebody in. */
const SECRET: ReadonlySet<MailKind> = new Set([
  'invitation',
  'password_reset',
  'partner_sign_in',
  'application_question',
  'partner_invitation',
])

export function tellsSecret(kind: MailKind): boolean {
  return SECRET.has(kind)
}

/** Queues a mail that has failed again, under its old Message-ID and with all its attempts before it. */
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
    if (tellsSecret(mail.kind)) return { kind: 'secret' }
    const now = deps.clock.now()
    const expiresAt = new Date(now.getTime() + mailLimits.mailSendDays * DAY_MS)
    return { kind: 'queued', mail: await restartMail(transaction, mail.id, { now, expiresAt }) }
  })
}
