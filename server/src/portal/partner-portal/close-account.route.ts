import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { PAYOUT_BLOCKERS } from '../../core/enums.ts'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { choice, dataOf, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { listProgramEnrollments } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { portalAccessLimits } from '../../partners/portal-access/limits.ts'
import { partnerRoute } from '../../partners/portal-access/partner-route.http.ts'
import { closedMeanwhile, setPartnerCookie } from '../../partners/portal-access/partner-session.http.ts'
import { isLeftBehind, type LeftBehind, readLeftBehind } from './after-closing.flow.ts'
import { closeAccount } from './close-account.flow.ts'
import { partnerPortalLimits } from './limits.ts'
import { OwnBalance, showOwnBalance } from './partner-balance.http.ts'

const OBSTACLES = [...PAYOUT_BLOCKERS, 'no_details'] as const

const LeftInProgram = namedObject('LeftInProgram', {
  programId: Type.Integer(),
  name: Type.String(),
  balances: Type.Array(OwnBalance),
  obstacle: nullable(choice(OBSTACLES, 'PayoutObstacle')),
})

const CloseBody = Type.Object({
  email: Type.String({ maxLength: limits.idChars, description: 'Your own, typed once more.' }),
  leavesBalance: Type.Optional(
    Type.Boolean({ description: 'You know what is still to come to you, and that it goes on without you.' }),
  ),
})

/** The end of a partner's account: what it would leave behind, and the closing itself. */
export function registerCloseAccount(app: App, deps: ServiceDeps): void {
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/account/closing',
    operationId: 'previewAccountClosing',
    summary: 'See what would be left behind if you closed your account',
    description:
      'The programs in which you have a balance. `obstacle` says why it would not be paid by itself; null when it would.',
    isOfAccount: true,
    answer: dataOf(
      Type.Object({
        programs: Type.Array(LeftInProgram),
        mustSay: Type.Boolean({ description: 'Something is to come to you: closing takes `leavesBalance`.' }),
      }),
    ),
    handle: async ({ session }) => {
      const { kysely } = deps.database
      const programs = await listProgramEnrollments(kysely, session, partnerPortalLimits.closedPrograms)
      const left = await readLeftBehind(kysely, programs)
      return { data: { programs: left.map(showLeft), mustSay: left.some(isLeftBehind) } }
    },
  })
  partnerRoute(app, deps, {
    method: 'POST',
    url: '/api/partner/account/close',
    operationId: 'closePartnerAccount',
    summary: 'Close your account, in all programs',
    description:
      `Takes a session that began within the last ${portalAccessLimits.partnerFreshMinutes} minutes. Your links stop counting, your sessions end, ` +
      'and your name, e-mail and answers are replaced by names that lead back to nobody. What you are owed stays owed, and is ' +
      'paid to the details that you gave. It cannot be undone; the same e-mail may apply again, as somebody new.',
    isOfAccount: true,
    isFresh: true,
    body: { schema: CloseBody },
    answer: dataOf(Type.Object({ closedAt: Instant })),
    errors: [409],
    handle: async ({ session, body, request, reply }) => {
      if (canonicalEmail(body.email) !== session.email && body.email.trim() !== session.email) {
        throw invalidField('email', 'email takes the e-mail of this very account, to be sure.')
      }
      const closed = await closeAccount(deps, {
        accountId: session.account_id,
        leavesBalance: body.leavesBalance === true,
        requestId: request.id,
      })
      if (closed.kind === 'gone') throw closedMeanwhile()
      if (closed.kind === 'owed') {
        throw new ApiError(
          'conflict',
          'Something is still to come to you by now: say that you know that it goes on without you. Nothing was changed.',
          { programIds: closed.left.filter(isLeftBehind).map(({ program }) => program.id) },
        )
      }
      setPartnerCookie(deps.config, reply, undefined)
      return { data: { closedAt: closed.at.toISOString() } }
    },
  })
}

function showLeft({ program, balances, obstacle }: LeftBehind): Static<typeof LeftInProgram> {
  return { programId: program.id, name: program.name, balances: balances.map(showOwnBalance), obstacle }
}
