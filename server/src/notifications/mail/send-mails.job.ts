import type { Deps } from '../../core/deps.ts'
import { createQueueWorker, type QueueJob, type QueueRoom } from '../../core/jobs/queue-worker.ts'
import { HOUR_MS } from '../../core/time/time.ts'
import { mailLimits } from './limits.ts'
import type { Mailer, MailTally } from './mail.ts'
import { type ClaimedMail, claimMails, claimSignInMails } from './mails.sql.ts'
import { sendMail } from './send-mail.flow.ts'

export interface SenderOptions {
  onError(error: unknown): void
  onFreed?: () => void
  /** The outcome of a mail. */
  onMail?: (outcome: MailTally) => void
}

/**
 * Sends the mails that were written down. Any number of processes may do so at once: a mail is taken under a row lock and
 * sent under a lease, and what a dead process had taken is taken again, under the same Message-ID.
 */
export function createMailSender(
  deps: Deps,
  mailer: Mailer,
  { onMail = () => {}, ...on }: SenderOptions,
): { sendDue(): Promise<void>; job: QueueJob } {
  // Where the machine or the database stood still for longer than a claim lasts, what was taken is not taken again here.
  const underWay = new Set<number>()
  const begin = (room: QueueRoom, claimed: readonly ClaimedMail[]) => {
    for (const mail of claimed) {
      underWay.add(mail.id)
      room.begin((signal) =>
        sendMail(deps, mailer, mail, signal)
          .then(onMail)
          .finally(() => underWay.delete(mail.id)),
      )
    }
    return claimed.length
  }
  const { doDue, job } = createQueueWorker(
    async (room) => {
      if (room.left() <= 0) return 0
      const now = deps.clock.now()
      const until = new Date(now.getTime() + mailLimits.mailLeaseMs)
      const due = () => ({ now, until, rows: room.left(), underWay: [...underWay] })
      // Behind the mails of a great batch a link that lets somebody in would end unsent.
      const since = new Date(now.getTime() - HOUR_MS)
      const links = begin(room, await claimSignInMails(deps.database.kysely, { ...due(), since }))
      if (room.left() <= 0) return links
      return links + begin(room, await claimMails(deps.database.kysely, due()))
    },
    {
      name: 'send_mails',
      everyMs: mailLimits.mailPollMs,
      wakeMs: mailLimits.mailWakeMs,
      atOnce: mailLimits.mailsAtOnce,
      drainMs: mailLimits.mailDrainMs,
      ...on,
    },
  )
  return { sendDue: doDue, job }
}
