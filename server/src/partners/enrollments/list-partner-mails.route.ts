import { listSchema } from '../../core/http/management-route.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { Mail, showMail } from '../../notifications/mail/mail-response.http.ts'
import { listPartnerMails } from '../../notifications/mail/mails.sql.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { partnerNotFoundError } from './partner-response.http.ts'
import { findPartner } from './partners.sql.ts'

/**
 * Registers the route that lists emails a program sent to a partner. It only requires `partner:manage`, because they
 * concern only this partner. Resending requires `member:manage`.
 */
export function registerListPartnerMails(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partners/:partnerId/mails',
    operationId: 'listPartnerMails',
    summary: 'List emails sent to a partner',
    description:
      'Returns emails to the partner’s current address, newest first, until they are deleted. Account emails such as sign-in links ' +
      'are not included.',
    permission: 'partner:manage',
    ids: { partnerId: partnerNotFoundError },
    query: { parameters: pageParameters, read: (query) => readPage(query) },
    response: listSchema(Mail),
    handle: async ({ program, ids: { partnerId }, query: page }) => {
      const partner = await findPartner(kysely, program.id, partnerId)
      if (partner === undefined) throw partnerNotFoundError()
      const filter = { programId: program.id, recipient: partner.email }
      const rows = await listPartnerMails(kysely, filter, page)
      return toPage(rows, page, ['created_at', 'id'], showMail)
    },
  })
}
