import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import type { DigestMail } from '../../core/enums.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import { mailLimits } from './limits.ts'
import type { NewMail } from './mail.ts'
import { listPartnerRecipients } from './partner-recipients.sql.ts'
import { writeMails } from './write-mails.flow.ts'

type PartnerMail = Extract<
  NewMail,
  { kind: 'payout_made' | 'payout_paid' | 'partner_statement' | 'claim_decided' | DigestMail }
>
/** The notification. Each kind has its own data. */
export type PartnerNotice = PartnerMail extends infer Mail
  ? Mail extends PartnerMail
    ? Pick<Mail, 'kind' | 'cause' | 'data'> & { partnerId: number }
    : never
  : never

/** Returns whether a program emails its partners. It doesn't if email is off, or in a sandbox. */
export function notifiesPartners({ config }: Pick<Deps, 'config'>, program: { sandbox: boolean }): boolean {
  return config.mail !== undefined && hasExternalEffects(program)
}

/** Queues emails to partners in the transaction that causes them. Opt-outs are checked when sending. */
export async function notifyPartners(
  deps: Pick<Deps, 'config' | 'clock' | 'ids'>,
  transaction: Queries,
  program: { id: number; workspace_id: string; sandbox: boolean },
  notices: readonly PartnerNotice[],
): Promise<void> {
  if (!notifiesPartners(deps, program)) return
  const expiresAt = new Date(deps.clock.now().getTime() + mailLimits.mailSendDays * DAY_MS)
  // A batch of payouts can notify thousands of partners. Chunks let other requests run in between.
  for (let from = 0; from < notices.length; from += mailLimits.mailsPerWrite) {
    const part = notices.slice(from, from + mailLimits.mailsPerWrite)
    const partnerIds = [...new Set(part.map(({ partnerId }) => partnerId))]
    const recipients = await listPartnerRecipients(transaction, program.id, partnerIds)
    const emails = new Map(recipients.map(({ partner_id, email }) => [partner_id, email]))
    const mails = part.flatMap(({ partnerId, ...mail }) => {
      const recipient = emails.get(partnerId)
      if (recipient === undefined) return []
      return [{ ...mail, recipient, workspaceId: program.workspace_id, programId: program.id, expiresAt }]
    })
    await writeMails(deps, transaction, mails)
  }
}
