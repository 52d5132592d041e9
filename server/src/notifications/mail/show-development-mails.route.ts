import { ApiError } from '../../core/errors/errors.http.ts'
import { isLocalRequest } from '../../core/http/local-request.rule.ts'
import type { App } from '../../core/http/service.ts'
import { DEVELOPMENT_MAILS_POLICY, developmentMailsPage } from './development-mails.page.ts'
import type { DevelopmentMailbox } from './mail.ts'

/**
 * Registers `/dev/mail`, which shows emails that were not sent in development, newest first. They contain sign-in
 * links, so it only exists in development and for local requests.
 */
export function registerShowDevelopmentMails(app: App, mailbox: DevelopmentMailbox): void {
  app.get('/dev/mail', { schema: { hide: true } }, (request, reply) => {
    const { headers, raw, socket } = request
    if (!isLocalRequest({ remoteAddress: socket.remoteAddress, httpVersion: raw.httpVersion, headers })) {
      throw new ApiError('forbidden', 'Development emails are only available on this machine.')
    }
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': DEVELOPMENT_MAILS_POLICY,
        'cache-control': 'no-store',
      })
      .send(developmentMailsPage(mailbox.list()))
  })
}
