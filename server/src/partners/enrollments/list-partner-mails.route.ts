import { listOf } from '../../core/http/management-route.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { Mail, showMail } from '../../notifications/mail/mail-answer.http.ts'
import { listMailsOfPartner } from '../../notifications/mail/mails.sql.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { noSuchPartner } from './partner-answer.http.ts'
import { findPartner } from './partners.sql.ts'

/**
 * What a partner was mailed by this program, behind `partner:manage`: it names nobody but the partner. Sending one again is
 * `resendMail` of the workspace, which takes `member:manage`.
 */
export function registerListPartnerMails(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partners/:partnerId/mails',
    operationId: 'listPartnerMails',
    summary: 'List what a partner was mailed by this program',
    description:
      'To its e-mail of today, newest first, for as long as mails are kept. What a partner asks for himself, such as the link ' +
      'to sign in, is of no program and stands nowhere.',
    permission: 'partner:manage',
    ids: { partnerId: noSuchPartner },
    query: { parameters: pageParameters, read: (query) => readPage(query) },
    answer: listOf(Mail),
    handle: async ({ program, ids: { partnerId }, query: page }) => {
      const partner = await findPartner(kysely, program.id, partnerId)
      if (partner === undefined) throw noSuchPartner()
      const of = { programId: program.id, recipient: partner.email }
      const rows = await listMailsOfPartner(kysely, of, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showMail)
    },
  })
}
