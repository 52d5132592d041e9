import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { createQueueWorker } from '../platform/queue-worker.ts'
import type { Mailer, MailTally } from './mail.ts'
import { claimMails } from './mails.sql.ts'
import { sendMail } from './send-mail.flow.ts'

export interface MailSender {
  /** Sends all that is due now and waits for what comes of it. */
  sendDue(): Promise<void>
  /** Goes on sending until `stop`. */
  start(): void
  /** Takes nothing new, and lets what is being sent finish for a while. */
  stop(): Promise<void>
}

export interface SenderTold {
  onError: (error: unknown) => void
  /** It has looked for what is due, and taken it. */
  onLook?: () => void
  /** What became of a mail. */
  onMail?: (outcome: MailTally) => void
}

/**
 * Sends the mails that were written down. Any number of processes may do so at once: a mail is taken under a row lock and
 * sent under a lease, and what a dead process had taken is taken again, under the same Message-ID.
 */
export function createMailSender(
  deps: Deps,
  mailer: Mailer,
  { onError, onLook = () => {}, onMail = () => {} }: SenderTold,
): MailSender {
  const worker = createQueueWorker(
    async (room) => {
      const rows = room.left()
      if (rows <= 0) return 0
      const now = deps.clock.now()
      const until = new Date(now.getTime() + limits.mailLeaseMs)
      const claimed = await claimMails(deps.database.kysely, { now, until, rows })
      for (const mail of claimed) {
        room.begin(async (signal) => onMail(await sendMail(deps, mailer, mail, signal)))
      }
      return claimed.length
    },
    QUEUE,
    { onError, onLook },
  )
  return { sendDue: worker.doDue, start: worker.start, stop: worker.stop }
}

const QUEUE = {
  atOnce: limits.mailsAtOnce,
  pollMs: limits.mailPollMs,
  wakeMs: limits.mailWakeMs,
  drainMs: limits.mailDrainMs,
}
