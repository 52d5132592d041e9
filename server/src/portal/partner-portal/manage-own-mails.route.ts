import Type, { type Static } from 'typebox'
import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { OptionalMail } from '../../core/enums.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { Subscription } from '../../notifications/mail/mail.ts'
import { deleteOptOut, insertOptOut, listOptOuts } from '../../notifications/mail/mail-opt-outs.sql.ts'
import { notifiesPartners } from '../../notifications/mail/notify-partners.flow.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { accountClosedError } from '../../partners/portal-access/partner-session.http.ts'
import { lockOpenAccount } from '../../partners/portal-access/passkeys.sql.ts'

const CHOICES = {
  firstClick: Type.Boolean({
    description: 'Whether you get an email when one of your links gets its first click.',
  }),
  sales: Type.Boolean({ description: 'Whether you get an email when your links earn commissions.' }),
  statements: Type.Boolean({ description: 'Whether you get an email when a monthly statement is ready.' }),
}
const ChoicesBody = Type.Object(CHOICES)
type Choices = Static<typeof ChoicesBody>

const MailPreferences = namedObject('MailPreferences', {
  ...CHOICES,
  isMailed: Type.Boolean({
    description: 'False if this installation sends no email or the program is a sandbox.',
  }),
})

const KINDS: Record<keyof Choices, OptionalMail> = {
  firstClick: 'partner_first_click',
  sales: 'partner_sale',
  statements: 'partner_statement',
}
const NAMES = ['firstClick', 'sales', 'statements'] as const satisfies readonly (keyof Choices)[]

/**
 * Registers the routes for a partner's email preferences per program. The unsubscribe link in an email changes one of
 * them.
 */
export function registerManageOwnMails(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/mail-preferences',
    operationId: 'readMailPreferences',
    summary: 'Read your email preferences',
    description: 'Emails about payouts and reversals are always sent.',
    response: dataSchema(MailPreferences),
    handle: async ({ session, program }) => ({
      data: {
        ...(await readChoices(kysely, program.id, session.email)),
        isMailed: notifiesPartners(deps, program),
      },
    }),
  })
  partnerProgramRoute(app, deps, {
    method: 'PUT',
    url: '/api/partner/programs/:programId/mail-preferences',
    operationId: 'setMailPreferences',
    summary: 'Update your email preferences',
    isAccountRoute: true,
    body: { schema: ChoicesBody },
    response: dataSchema(MailPreferences),
    handle: async ({ session, program, body }) => {
      const at = deps.clock.now()
      const recipient = session.email
      await withTransaction(deps, async (transaction) => {
        // A closed account has no stored email.
        if ((await lockOpenAccount(transaction, session.account_id)) === undefined) throw accountClosedError()
        for (const name of NAMES) {
          const subscription: Subscription = { programId: program.id, recipient, kind: KINDS[name] }
          if (body[name]) await deleteOptOut(transaction, subscription)
          else await insertOptOut(transaction, subscription, at)
        }
      })
      return { data: { ...body, isMailed: notifiesPartners(deps, program) } }
    },
  })
}

async function readChoices(queries: Queries, programId: number, email: string): Promise<Choices> {
  const optOuts = await listOptOuts(queries, programId, email)
  const receives = (name: keyof Choices) => !optOuts.includes(KINDS[name])
  return { firstClick: receives('firstClick'), sales: receives('sales'), statements: receives('statements') }
}
