import Type from 'typebox'
import { payoutWait } from '../partners/payout-wait.rule.ts'
import { limits } from '../platform/config.ts'
import { choice, dataOf, Instant, nullable } from '../platform/management.http.ts'
import { namedObject } from '../platform/named-schema.http.ts'
import type { App, ServiceDeps } from '../platform/service.ts'
import { PARTNER_STATUSES, PAYOUT_WAITS, PROGRAM_STATUSES } from '../platform/words.ts'
import { OwnBalance, showOwnBalance } from './partner-balance.http.ts'
import { readPartnerBalances } from './partner-balances.sql.ts'
import { listPartnerPrograms } from './partner-programs.sql.ts'
import { partnerRoute } from './partner-route.http.ts'

const OwnProgram = namedObject('OwnProgram', {
  id: Type.Integer(),
  name: Type.String(),
  status: choice(PROGRAM_STATUSES, 'ProgramStatus'),
  sandbox: Type.Boolean({ description: 'A rehearsal: nothing of it is real money.' }),
  timeZone: Type.String({ description: 'In which its days begin and end.' }),
  siteUrl: nullable(Type.String({ description: 'The page that links lead to.' })),
  partnerName: Type.String({ description: 'How you are called there.' }),
  partnerStatus: choice(PARTNER_STATUSES, 'PartnerStatus'),
  payoutWait: nullable(choice(PAYOUT_WAITS, 'PayoutWait')),
  joinedAt: Instant,
  balances: Type.Array(OwnBalance),
})

/** `GET /api/partner/programs`: all programs of the partner, side by side. */
export function registerListPartnerPrograms(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs',
    operationId: 'listOwnPrograms',
    summary: 'List the programs that you are a partner of',
    description: `The newest first, at most ${limits.partnerPrograms}, each with what you have there in each currency.`,
    answer: dataOf(Type.Array(OwnProgram)),
    handle: async ({ session }) => {
      const programs = await listPartnerPrograms(kysely, session, limits.partnerPrograms)
      const balances = await readPartnerBalances(kysely, programs)
      const data = programs.map((program) => ({
        id: program.id,
        name: program.name,
        status: program.status,
        sandbox: program.sandbox,
        timeZone: program.time_zone,
        siteUrl: program.site_url,
        partnerName: program.partner_name,
        partnerStatus: program.partner_status,
        payoutWait: payoutWait({
          status: program.partner_status,
          payout_hold_reason: program.payout_hold_reason,
        }),
        joinedAt: program.joined_at.toISOString(),
        balances: balances.filter(({ program_id }) => program_id === program.id).map(showOwnBalance),
      }))
      return { data }
    },
  })
}
