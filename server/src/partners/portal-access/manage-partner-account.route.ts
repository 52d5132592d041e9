import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { DELEGATED_SESSIONS, LANGUAGES } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { isTimeZone } from '../../core/time/time-zone.rule.ts'
import { isFreshSession } from './fresh-session.rule.ts'
import { portalAccessLimits } from './limits.ts'
import { updatePartnerAccount } from './partner-accounts.sql.ts'
import { partnerRoute } from './partner-route.http.ts'
import { accountClosedError } from './partner-session.http.ts'
import type { PartnerSessionRow } from './partner-sessions.sql.ts'

const PartnerAccount = namedObject('PartnerAccount', {
  email: Type.String(),
  timeZone: nullable(Type.String({ description: 'An IANA time zone for dates; null uses the browser’s.' })),
  language: nullable(choice(LANGUAGES, 'Language')),
  isFresh: Type.Boolean({
    description: `Whether you signed in within the last ${portalAccessLimits.partnerFreshMinutes} minutes, which is required to export your data and to close the account.`,
  }),
  isFullAccess: Type.Boolean({
    description:
      'False if you signed in with a link shared by a team, which only gives access to their programs.',
  }),
  delegatedSession: nullable(
    Type.Object(
      {
        kind: choice(DELEGATED_SESSIONS, 'DelegatedSessionKind'),
        programId: Type.Integer(),
        expiresAt: Instant,
      },
      { description: 'Set if this is a delegated session.' },
    ),
  ),
})

const ChangeBody = Type.Object({
  timeZone: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: limits.maxIdLength,
        description: 'An IANA time zone. Null uses the browser’s.',
      }),
    ),
  ),
  language: Type.Optional(nullable(choice(LANGUAGES, 'Language'))),
})

/** Registers the routes for the signed-in partner's account and preferences. */
export function registerManagePartnerAccount(app: App, deps: ServiceDeps): void {
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/account',
    operationId: 'readPartnerAccount',
    summary: 'Retrieve your account',
    response: dataSchema(PartnerAccount),
    handle: async ({ session }) => ({ data: showAccount(session, deps.clock.now()) }),
  })
  partnerRoute(app, deps, {
    method: 'PATCH',
    url: '/api/partner/account',
    operationId: 'updatePartnerAccount',
    summary: 'Update your account',
    description:
      'Omitted fields don’t change. `language` applies to the portal and to emails; null follows the browser of the latest sign-in, then the program’s setting.',
    isAccountRoute: true,
    body: { schema: ChangeBody },
    response: dataSchema(PartnerAccount),
    handle: async ({ session, body: { timeZone, language } }) => {
      if (timeZone === undefined && language === undefined) {
        throw new ApiError('invalid_request', 'Send timeZone, language, or both.')
      }
      if (typeof timeZone === 'string' && !isTimeZone(timeZone)) {
        throw invalidFieldError('timeZone', 'timeZone must be an IANA time zone such as Europe/Berlin.')
      }
      const changes = {
        time_zone: timeZone === undefined ? session.time_zone : timeZone,
        language: language === undefined ? session.language : language,
      }
      if (!(await updatePartnerAccount(deps.database.kysely, session.account_id, { timeZone, language })))
        throw accountClosedError()
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
    isFullAccess: workspace_id === null,
    delegatedSession: visit === undefined ? null : toResponseFields(visit),
  }
}
