import type { Deps } from '../deps.ts'
import type { Queries } from '../store/database.ts'
import { tell } from '../store/outbox.ts'
import { findPartner, type PartnerRow, setPartnerStatus } from '../store/partners.ts'

/**
 * Approves or rejects a partner; the decision may be changed later. Sales of a partner who is not approved are
 * not attributed (D34).
 * @returns undefined when the program has no such partner
 */
export function decidePartner(
  { database: { kysely }, clock }: Deps,
  programId: number,
  partnerId: number,
  decision: 'approved' | 'rejected',
): Promise<PartnerRow | undefined> {
  return kysely.transaction().execute(async (transaction) => {
    const now = clock.now()
    const isChanged = await setPartnerStatus(transaction, programId, partnerId, decision, now)
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
  return tell(queries, programId, 'partner.approved', { partner_id, name }, now)
}
