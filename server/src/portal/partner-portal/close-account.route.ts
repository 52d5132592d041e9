import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { PAYOUT_BLOCKERS } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { listProgramEnrollments } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { portalAccessLimits } from '../../partners/portal-access/limits.ts'
import { partnerRoute } from '../../partners/portal-access/partner-route.http.ts'
import { accountClosedError, setPartnerCookie } from '../../partners/portal-access/partner-session.http.ts'
import { closeAccount } from './close-account.flow.ts'
import { hasBalanceDue, type RemainingBalances, readRemainingBalances } from './closing-summary.flow.ts'
import { partnerPortalLimits } from './limits.ts'
import { PortalBalance, showOwnBalance } from './partner-balance.http.ts'

const OBSTACLES = [...PAYOUT_BLOCKERS, 'no_details'] as const

const AccountClosureProgram = namedObject('AccountClosureProgram', {
  programId: Type.Integer(),
  name: Type.String(),
  balances: Type.Array(PortalBalance),
  obstacle: nullable(choice(OBSTACLES, 'PayoutObstacle')),
})

const CloseBody = Type.Object({
  email: Type.String({ maxLength: limits.maxIdLength, description: 'Your email, as a confirmation.' }),
  leavesBalance: Type.Optional(
    Type.Boolean({ description: 'Confirms that remaining balances are paid after the account is closed.' }),
  ),
})

/** Registers the routes that close a partner's account and preview what remains. */
export function registerCloseAccount(app: App, deps: ServiceDeps): void {
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/account/closing',
    operationId: 'previewAccountClosing',
    summary: 'Preview closing your account',
    description:
      'Lists the programs in which you have a balance. `obstacle` is the reason it would not be paid automatically, or null.',
    isAccountRoute: true,
    response: dataSchema(
      Type.Object({
        programs: Type.Array(AccountClosureProgram),
        requiresConfirmation: Type.Boolean({
          description:
            'Whether you have a balance, in which case `leavesBalance` is required to close the account.',
        }),
      }),
    ),
    handle: async ({ session }) => {
      const { kysely } = deps.database
      const programs = await listProgramEnrollments(kysely, session, partnerPortalLimits.closedPrograms)
      const remainingBalances = await readRemainingBalances(kysely, programs)
      return {
        data: {
          programs: remainingBalances.map(showRemainingBalances),
          requiresConfirmation: remainingBalances.some(hasBalanceDue),
        },
      }
    },
  })
  partnerRoute(app, deps, {
    method: 'POST',
    url: '/api/partner/account/close',
    operationId: 'closePartnerAccount',
    summary: 'Close your account',
    description:
      `Requires a session started in the last ${portalAccessLimits.partnerFreshMinutes} minutes. Closes the account in all programs: links stop counting, sessions end, ` +
      'and your name, email and answers are replaced by pseudonyms. Any remaining balance will be ' +
      'paid to your payout details. This can’t be undone. You can apply again with the same email as a new partner.',
    isAccountRoute: true,
    isFresh: true,
    body: { schema: CloseBody },
    response: dataSchema(Type.Object({ closedAt: Instant })),
    errors: [409],
    handle: async ({ session, body, request, reply }) => {
      if (canonicalEmail(body.email) !== session.email && body.email.trim() !== session.email) {
        throw invalidFieldError('email', 'email must be this account’s email.')
      }
      const outcome = await closeAccount(deps, {
        accountId: session.account_id,
        language: session.language ?? session.browser_language,
        leavesBalance: body.leavesBalance === true,
        requestId: request.id,
      })
      if (outcome.kind === 'gone') throw accountClosedError()
      if (outcome.kind === 'owed') {
        throw new ApiError(
          'conflict',
          'You have a balance. Confirm that it is paid after the account is closed. Nothing was changed.',
          { programIds: outcome.left.filter(hasBalanceDue).map(({ program }) => program.id) },
        )
      }
      setPartnerCookie(deps.config, reply, undefined)
      return { data: { closedAt: outcome.at.toISOString() } }
    },
  })
}

function showRemainingBalances({
  program,
  balances,
  obstacle,
}: RemainingBalances): Static<typeof AccountClosureProgram> {
  return { programId: program.id, name: program.name, balances: balances.map(showOwnBalance), obstacle }
}
