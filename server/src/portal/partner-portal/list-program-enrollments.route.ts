import Type, { type Static } from 'typebox'
import { LANGUAGES, PARTNER_STATUSES, PAYOUT_BLOCKERS, PROGRAM_STATUSES } from '../../core/enums.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import { enrollmentBrand } from '../../partners/portal-access/enrollment-brand.http.ts'
import {
  type EnrollmentRow,
  listProgramEnrollments,
} from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute, partnerRoute } from '../../partners/portal-access/partner-route.http.ts'
import { ProgramBrand } from '../../workspace/branding/brand-response.http.ts'
import { partnerPortalLimits } from './limits.ts'
import { PortalBalance, showOwnBalance } from './partner-balance.http.ts'
import { type PartnerBalanceRow, readPartnerBalances } from './partner-balances.sql.ts'

const PortalProgram = namedObject('PortalProgram', {
  id: Type.Integer(),
  name: Type.String(),
  status: choice(PROGRAM_STATUSES, 'ProgramStatus'),
  sandbox: Type.Boolean({ description: 'Whether the program is a sandbox without real money.' }),
  clockAheadMs: Type.Integer({
    minimum: 0,
    description: 'How many milliseconds its clock is ahead of real time. Always 0 except for sandboxes.',
  }),
  timeZone: Type.String({ description: 'The time zone in which its days begin.' }),
  language: choice(LANGUAGES, 'Language'),
  siteUrl: nullable(Type.String({ description: 'The page that your links lead to.' })),
  redirectDomain: nullable(
    Type.String({ description: 'The domain of your short links; null for this service’s domain.' }),
  ),
  partnerName: Type.String({ description: 'Your name in the program.' }),
  partnerStatus: choice(PARTNER_STATUSES, 'PartnerStatus'),
  payoutBlocker: nullable(choice(PAYOUT_BLOCKERS, 'PayoutBlocker')),
  joinedAt: Instant,
  brand: ProgramBrand,
  balances: Type.Array(PortalBalance),
})

/** Registers the routes that list a partner's programs. */
export function registerListProgramEnrollments(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs',
    operationId: 'listOwnPrograms',
    summary: 'List your programs',
    description:
      'Returns programs in which you have earned something, then those that approved you, then the rest; each group is sorted newest first. At most ' +
      `${partnerPortalLimits.programEnrollments}, each with your balances per currency. Others can be retrieved by ID.`,
    response: dataSchema(Type.Array(PortalProgram)),
    handle: async ({ session }) => {
      const programs = await listProgramEnrollments(kysely, session, partnerPortalLimits.programEnrollments)
      const balances = await readPartnerBalances(kysely, programs)
      return { data: programs.map((program) => showProgram(program, balances)) }
    },
  })
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId',
    operationId: 'readOwnProgram',
    summary: 'Retrieve one of your programs',
    response: dataSchema(PortalProgram),
    handle: async ({ program }) => ({
      data: showProgram(program, await readPartnerBalances(kysely, [program])),
    }),
  })
}

function showProgram(
  program: EnrollmentRow,
  balances: readonly PartnerBalanceRow[],
): Static<typeof PortalProgram> {
  const { partner_status: status, payout_hold_reason } = program
  return {
    ...toResponseFields(program),
    partnerStatus: status,
    payoutBlocker: payoutBlocker({ status, payout_hold_reason }),
    brand: enrollmentBrand(program),
    balances: balances.filter(({ program_id }) => program_id === program.id).map(showOwnBalance),
  }
}
