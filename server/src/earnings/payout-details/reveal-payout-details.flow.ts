import { recordAudit } from '../../core/database/record-audit.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { type DetailsLocation, decryptDetails } from './encrypted-details.rule.ts'
import { findPayoutDetails } from './payout-details.sql.ts'
import type { PayoutDetails } from './payout-details.ts'

/** Returns a version in full, after recording the access in the audit log. */
export function revealPayoutDetails(
  deps: Deps,
  location: DetailsLocation,
): Promise<PayoutDetails | 'unreadable' | 'erased' | 'not_found'> {
  return withTransaction(deps, async (transaction) => {
    const { programId, partnerId, version } = location
    const row = await findPayoutDetails(transaction, programId, partnerId, version)
    if (row === undefined) return 'not_found'
    if (row.sealed === null) return 'erased'
    await recordAudit(transaction, programId, {
      type: 'payout_details',
      id: String(partnerId),
      after: { version },
    })
    return decryptDetails(row.sealed, location, deps.config.appSecret)
  })
}
