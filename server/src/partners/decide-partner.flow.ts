import { tell } from '../outbox/outbox.sql.ts'
import type { Queries } from '../platform/database.ts'
import type { Deps } from '../platform/deps.ts'
import { heldNow } from '../programs/program-clock.flow.ts'
import { findPartner, type PartnerRow, setPartnerStatus } from './partners.sql.ts'

/**
 * Approves or rejects a partner; the decision may be changed later. Sales of a partner who is not approved are
 * not attributed (D34).
 * @returns undefined when the program has no such partner
 */
export function decidePartner(
  deps: Deps,
  programId: number,
  partnerId: number,
  decision: 'approved' | 'rejected',
): Promise<PartnerRow | undefined> {
  return deps.database.kysely.transaction().execute(async (transaction) => {
    const now = await heldNow(deps, transaction)
    const isChanged = await setPartnerStatus(transaction, programId, partnerId, {
      status: decision,
      decided_at: now,
    })
    const partner = await findPartner(transaction, programId, partnerId)
    if (isChanged && decision === 'approved' && partner !== undefined) {
      await tellApproval(transaction, programId, partner, now)
    }
    return partner
  })
}

/** Tells that a partner is approved, in the transaction that approves. */
export function tellApproval(
  queries: Queries,
  programId: number,
  { partner_id, name }: PartnerRow,
  now: Date,
): Promise<void> {
  return tell(queries, programId, { type: 'partner.approved', data: { partner_id, name }, at: now })
}
