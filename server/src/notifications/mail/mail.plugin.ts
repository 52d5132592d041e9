import type { App, ServiceDeps } from '../../core/http/service.ts'
import { watchBacklog } from '../../core/http/watch-backlog.http.ts'
import type { DevelopmentMailbox } from './mail.ts'
import { readMailBacklog } from './mails.sql.ts'
import { registerManageMails } from './manage-mails.route.ts'
import { registerShowDevelopmentMails } from './show-development-mails.route.ts'
import { registerUnsubscribe } from './unsubscribe.route.ts'

/**
 * Registers the routes for email.
 * @param mailbox collects development emails instead of sending them
 */
export function registerMail(app: App, service: ServiceDeps, mailbox: DevelopmentMailbox | undefined): void {
  if (service.config.mail !== undefined)
    watchBacklog(
      service,
      { name: 'mail_backlog', help: 'Emails that are waiting to be sent.' },
      readMailBacklog,
    )
  registerManageMails(app, service)
  registerUnsubscribe(app, service)
  if (mailbox !== undefined) registerShowDevelopmentMails(app, mailbox)
}
