import type { Deps } from '../../core/deps.ts'
import { createQueueWorker, type QueueJob, type QueueRoom } from '../../core/jobs/queue-worker.ts'
import { HOUR_MS } from '../../core/time/time.ts'
import { mailLimits } from './limits.ts'
import type { Mailer, MailResult } from './mail.ts'
import { type ClaimedMail, claimMails, claimSignInMails } from './mails.sql.ts'
import { sendMail } from './send-mail.flow.ts'

export interface SenderOptions {
  onError(error: unknown): void
  onSlotFree?: () => void
  /** Called with the result for an email. */
  onMail?: (outcome: MailResult) => void
}

/**
 * Creates the job that sends queued emails. Safe to run in several processes: emails are claimed under a row lock with
 * a lease, and a dead process's emails are claimed again with the same Message-ID.
 */
export function createMailSender(
  deps: Deps,
  mailer: Mailer,
  { onMail = () => {}, ...on }: SenderOptions,
): { sendDue(): Promise<void>; job: QueueJob } {
  // After a pause longer than a claim, this process must not claim its own emails again.
  const inProgress = new Set<number>()
  const begin = (room: QueueRoom, claimedMails: readonly ClaimedMail[]) => {
    for (const mail of claimedMails) {
      inProgress.add(mail.id)
      room.begin((signal) =>
        sendMail(deps, mailer, mail, signal)
          .then(onMail)
          .finally(() => inProgress.delete(mail.id)),
      )
    }
    return claimedMails.length
  }
  const { processDue, job } = createQueueWorker(
    async (room) => {
      if (room.left() <= 0) return 0
      const now = deps.clock.now()
      const until = new Date(now.getTime() + mailLimits.mailLeaseMs)
      const dueEmails = () => ({ now, until, rows: room.left(), inProgress: [...inProgress] })
      // Behind a large batch, sign-in links would expire before they are sent.
      const since = new Date(now.getTime() - HOUR_MS)
      const links = begin(room, await claimSignInMails(deps.database.kysely, { ...dueEmails(), since }))
      if (room.left() <= 0) return links
      return links + begin(room, await claimMails(deps.database.kysely, dueEmails()))
    },
    {
      name: 'send_mails',
      everyMs: mailLimits.mailPollMs,
      wakeMs: mailLimits.mailWakeMs,
      concurrently: mailLimits.maxConcurrentMails,
      drainMs: mailLimits.mailDrainMs,
      ...on,
    },
  )
  return { sendDue: processDue, job }
}
