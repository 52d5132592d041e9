import Type, { type Static } from 'typebox'
import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { OptionalMail } from '../../core/enums.ts'
import { dataOf } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { Subscription } from '../../notifications/mail/mail.ts'
import { deleteOptOut, insertOptOut, listOptOuts } from '../../notifications/mail/mail-opt-outs.sql.ts'
import { notifiesPartners } from '../../notifications/mail/notify-partners.flow.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { closedMeanwhile } from '../../partners/portal-access/partner-session.http.ts'
import { lockOpenAccount } from '../../partners/portal-access/passkeys.sql.ts'

const CHOICES = {
  firstClick: Type.Boolean({ description: 'Of the first click on a link of yours.' }),
  sales: Type.Boolean({ description: 'Of what your links earned.' }),
  statements: Type.Boolean({ description: 'Of the statement of a month.' }),
}
const ChoicesBody = Type.Object(CHOICES)
type Choices = Static<typeof ChoicesBody>

const MailPreferences = namedObject('MailPreferences', {
  ...CHOICES,
  isMailed: Type.Boolean({
    description: 'False: this installation sends no mail, or the program is a sandbox, which mails nobody.',
  }),
})

const KINDS: Record<keyof Choices, OptionalMail> = {
  firstClick: 'partner_first_click',
  sales: 'partner_sale',
  statements: 'partner_statement',
}
const NAMES = ['firstClick', 'sales', 'statements'] as const satisfies readonly (keyof Choices)[]

/** Which mails of a program a partner wants; the link at the foot of a mail says the same of its kind. */
export function registerManageOwnMails(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/mail-preferences',
    operationId: 'readMailPreferences',
    summary: 'Which mails of the program you want',
    description: 'What is about your money itself, payouts and what is taken back, is mailed in any case.',
    answer: dataOf(MailPreferences),
    handle: async ({ session, program }) => ({
      data: {
        ...(await choicesOf(kysely, program.id, session.email)),
        isMailed: notifiesPartners(deps, program),
      },
    }),
  })
  partnerProgramRoute(app, deps, {
    method: 'PUT',
    url: '/api/partner/programs/:programId/mail-preferences',
    operationId: 'setMailPreferences',
    summary: 'Choose which mails of the program you want',
    isOfAccount: true,
    body: { schema: ChoicesBody },
    answer: dataOf(MailPreferences),
    handle: async ({ session, program, body }) => {
      const at = deps.clock.now()
      const recipient = session.email
      await withTransaction(deps, async (transaction) => {
        // Of who closed his account meanwhile no address is kept.
        if ((await lockOpenAccount(transaction, session.account_id)) === undefined) throw closedMeanwhile()
        for (const name of NAMES) {
          const of: Subscription = { programId: program.id, recipient, kind: KINDS[name] }
          if (body[name]) await deleteOptOut(transaction, of)
          else await insertOptOut(transaction, of, at)
        }
      })
      return { data: { ...body, isMailed: notifiesPartners(deps, program) } }
    },
  })
}

async function choicesOf(queries: Queries, programId: number, email: string): Promise<Choices> {
  const refused = await listOptOuts(queries, programId, email)
  const wants = (name: keyof Choices) => !refused.includes(KINDS[name])
  return { firstClick: wants('firstClick'), sales: wants('sales'), statements: wants('statements') }
}
