import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { portalAccessLimits } from '../../partners/portal-access/limits.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { type ClosedPartner, erasePayoutDetails, listClosedWithDetails } from './closed-details.sql.ts'
import { partnerPortalLimits } from './limits.ts'

export const ERASE_CLOSED_DETAILS: Job = {
  name: 'erase_closed_details',
  everyMs: portalAccessLimits.partnerPurgeEveryMs,
  queueName: 'purge',
  run: eraseClosedDetails,
}

/**
 * Erases payout details of closed accounts after nothing is on hold, due or being paid. Locks the program like a payout
 * batch, so that a payout is either seen, or created without details.
 * @returns the number of deleted versions
 */
export async function eraseClosedDetails(deps: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const at = deps.clock.now()
  const before = new Date(at.getTime() - partnerPortalLimits.closedDetailsMs)
  let erased = 0
  let lastPartner: ClosedPartner | undefined
  for (;;) {
    const rows = portalAccessLimits.partnerPurgeRows
    const partners = await listClosedWithDetails(deps.database.kysely, { before, after: lastPartner, rows })
    for (const partner of partners) {
      erased += await withTransaction(deps, async (transaction) => {
        await lockProgram(transaction, partner.program_id)
        return erasePayoutDetails(transaction, partner, at)
      })
    }
    lastPartner = partners.at(-1)
    if (partners.length < rows) return erased
  }
}
