import type { Deps } from '../deps.ts'
import { findPartner, type PartnerRow, setPartnerStatus } from '../store/partners.ts'

/**
 * Approves or rejects a partner; the decision may be changed later. Sales of a partner who is not approved are
 * not attributed (D34).
 * @returns undefined when the program has no such partner
 */
export async function decidePartner(
  { database: { kysely }, clock }: Deps,
  programId: number,
  partnerId: number,
  decision: 'approved' | 'rejected',
): Promise<PartnerRow | undefined> {
  await setPartnerStatus(kysely, programId, partnerId, decision, clock.now())
  return findPartner(kysely, programId, partnerId)
}
