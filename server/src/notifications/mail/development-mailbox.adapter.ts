import { mailLimits } from './limits.ts'
import type { DevelopmentMailbox, OutgoingMail, ShownMail } from './mail.ts'

export function createDevelopmentMailbox(
  now: () => Date,
  log: (mail: OutgoingMail) => void,
): DevelopmentMailbox {
  let mails: ShownMail[] = []
  return {
    async send(mail) {
      mails = [{ ...mail, at: now() }, ...mails].slice(0, mailLimits.developmentMails)
      log(mail)
      return { kind: 'accepted' }
    },
    list: () => mails,
  }
}
