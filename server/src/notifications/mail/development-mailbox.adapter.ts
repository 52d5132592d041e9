import { mailLimits } from './limits.ts'
import type { DevelopmentMailbox, MailView } from './mail.ts'

export function createDevelopmentMailbox(now: () => Date): DevelopmentMailbox {
  let mails: MailView[] = []
  return {
    async send(mail) {
      mails = [{ ...mail, at: now() }, ...mails].slice(0, mailLimits.developmentMails)
      return { kind: 'accepted' }
    },
    list: () => mails,
  }
}
