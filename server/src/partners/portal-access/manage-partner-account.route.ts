import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { DELEGATED_SESSIONS, LANGUAGES } from '../../core/enums.ts'
import { invalidField } from '../../core/errors/errors.http.ts'
import { choice, dataOf, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { isTimeZone } from '../../core/time/time-zone.rule.ts'
import { isFreshSession } from './fresh-session.rule.ts'
import { portalAccessLimits } from './limits.ts'
import { updatePartnerAccount } from './partner-accounts.sql.ts'
import { partnerRoute } from './partner-route.http.ts'
import { closedMeanwhile } from './partner-session.http.ts'
import type { PartnerSessionRow } from './partner-sessions.sql.ts'

const PartnerAccount = namedObject('PartnerAccount', {
  email: Type.String(),
  timeZone: nullable(
    Type.String({ description: 'An IANA name, for dates of yours; null goes by the browser.' }),
  ),
  language: nullable(choice(LANGUAGES, 'Language')),
  isFresh: Type.Boolean({
    description: `Whether this session began within the last ${portalAccessLimits.partnerFreshMinutes} minutes: then it may export everything and close the account.`,
  }),
  isWhole: Type.Boolean({
    description:
      'False in a session by a link that a team passed on: it shows the programs of this team alone.',
  }),
  visit: nullable(
    Type.Object(
      {
        kind: choice(DELEGATED_SESSIONS, 'DelegatedSessionKind'),
        programId: Type.Integer(),
        expiresAt: Instant,
      },
      { description: 'Set where this is no session of the partner’s own.' },
    ),
  ),
})

const ChangeBody = Type.Object({
  timeZone: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: limits.idChars,
        description: 'An IANA name. Null: dates use the time zone of the browser.',
      }),
    ),
  ),
  language: Type.Optional(nullable(choice(LANGUAGES, 'Language'))),
})

/** Who is signed in as a partner, and his own settings. */
export function registerManagePartnerAccount(app: App, deps: ServiceDeps): void {
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/account',
    operationId: 'readPartnerAccount',
    summary: 'Read your account',
    answer: dataOf(PartnerAccount),
    handle: async ({ session }) => ({ data: showAccount(session, deps.clock.now()) }),
  })
  partnerRoute(app, deps, {
    method: 'PATCH',
    url: '/api/partner/account',
    operationId: 'updatePartnerAccount',
    summary: 'Update your account',
    description:
      'Fields you leave out don’t change. `language` applies to the portal and to emails; null follows the browser and the program’s setting.',
    isOfAccount: true,
    body: { schema: ChangeBody },
    answer: dataOf(PartnerAccount),
    handle: async ({ session, body: { timeZone, language } }) => {
      if (typeof timeZone === 'string' && !isTimeZone(timeZone)) {
        throw invalidField('timeZone', 'timeZone takes an IANA name such as Europe/Berlin.')
      }
      const changes = {
        time_zone: timeZone === undefined ? session.time_zone : timeZone,
        language: language === undefined ? session.language : language,
      }
      if (!(await updatePartnerAccount(deps.database.kysely, session.account_id, { timeZone, language })))
        throw closedMeanwhile()
      return { data: showAccount({ ...session, ...changes }, deps.clock.now()) }
    },
  })
}

function showAccount(session: PartnerSessionRow, now: Date): Static<typeof PartnerAccount> {
  const { email, time_zone, language, workspace_id, visit } = session
  return {
    email,
    timeZone: time_zone,
    language,
    isFresh: isFreshSession(session, now, portalAccessLimits.partnerFreshMinutes),
    isWhole: workspace_id === null,
    visit:
      visit === undefined
        ? null
        : { kind: visit.kind, programId: visit.program_id, expiresAt: visit.expires_at.toISOString() },
  }
}
