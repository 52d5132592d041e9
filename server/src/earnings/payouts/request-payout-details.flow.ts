import { recordAudit } from '../../core/database/record-audit.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { mailLimits } from '../../notifications/mail/limits.ts'
import { listMailedSince } from '../../notifications/mail/mails.sql.ts'
import { notifiesPartners } from '../../notifications/mail/notify-partners.flow.ts'
import { listPartnerRecipients } from '../../notifications/mail/partner-recipients.sql.ts'
import { writeMails } from '../../notifications/mail/write-mails.flow.ts'
import { lockProgramEnrollments } from '../../partners/enrollments/partners.sql.ts'
import { payoutLimits } from './limits.ts'
import { listPartnersWithDetails } from './payouts.sql.ts'

export const REQUEST_SKIP_REASONS = [
  'not_found',
  'has_details',
  'requested_recently',
  'account_closed',
] as const

interface RequestedDetails {
  requested: number
  skipped: { partnerId: number; reason: (typeof REQUEST_SKIP_REASONS)[number] }[]
}

/**
 * Emails partners without payout details and asks them to add details: each partner at most once in
 * `payoutLimits.detailsRequestDays`. The partners are locked, so concurrent requests send one email. Sandboxes have
 * their own clock, but don't send email.
 * @returns 'no_mail' if the program doesn't send email
 */
export async function requestPayoutDetails(
  deps: Pick<Deps, 'config' | 'clock' | 'ids' | 'database'>,
  program: { id: number; name: string; workspace_id: string; sandbox: boolean },
  partnerIds: readonly number[],
): Promise<RequestedDetails | 'no_mail'> {
  if (!notifiesPartners(deps, program)) return 'no_mail'
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    const since = new Date(at.getTime() - payoutLimits.detailsRequestDays * DAY_MS)
    await lockProgramEnrollments(transaction, program.id, partnerIds)
    const recipients = await listPartnerRecipients(transaction, program.id, partnerIds)
    const emails = new Map(recipients.map(({ partner_id, email }) => [partner_id, email]))
    const withDetails = new Set(
      await listPartnersWithDetails(transaction, { programId: program.id, partnerIds, at }),
    )
    const alreadyMailed = new Set(
      await listMailedSince(transaction, {
        kind: 'payout_details_requested',
        programId: program.id,
        recipients: [...emails.values()],
        since,
      }),
    )
    const result: RequestedDetails = { requested: 0, skipped: [] }
    for (const partnerId of partnerIds) {
      const recipient = emails.get(partnerId)
      if (recipient === undefined) result.skipped.push({ partnerId, reason: 'not_found' })
      else if (withDetails.has(partnerId)) result.skipped.push({ partnerId, reason: 'has_details' })
      else if (alreadyMailed.has(recipient)) result.skipped.push({ partnerId, reason: 'requested_recently' })
      else {
        const mailed = await writeMails(deps, transaction, [
          {
            kind: 'payout_details_requested',
            cause: `payout_details_requested:${program.id}:${partnerId}:${at.toISOString()}`,
            recipient,
            workspaceId: program.workspace_id,
            programId: program.id,
            data: { programId: program.id, programName: program.name },
            expiresAt: new Date(at.getTime() + mailLimits.mailSendDays * DAY_MS),
          },
        ])
        if (mailed === 0) {
          result.skipped.push({ partnerId, reason: 'account_closed' })
          continue
        }
        await recordAudit(transaction, program.id, {
          type: 'payout_details',
          id: String(partnerId),
          after: { requested: true },
        })
        result.requested += 1
      }
    }
    return result
  })
}
