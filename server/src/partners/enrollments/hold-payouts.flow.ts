import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { findPartner, holdPartner, type PartnerRow, releasePartner } from './partners.sql.ts'

/**
 * Holds a partner's payouts, or changes the reason. The partner keeps earning but isn't paid.
 * @returns undefined if the program has no such partner
 */
export function holdPayouts(
  deps: Deps,
  programId: number,
  partnerId: number,
  by: { reason: string; actorId: string },
): Promise<PartnerRow | undefined> {
  return withTransaction(deps, async (transaction) => {
    const hold = { reason: by.reason, actorId: by.actorId, at: deps.clock.now() }
    const isHeld = await holdPartner(transaction, programId, partnerId, hold)
    return isHeld ? findPartner(transaction, programId, partnerId) : undefined
  })
}

/** Resumes paused payouts. The next batch includes the balance. */
export function releasePayouts(
  deps: Deps,
  programId: number,
  partnerId: number,
): Promise<PartnerRow | 'not_held' | 'not_found'> {
  return withTransaction(deps, async (transaction) => {
    const isReleased = await releasePartner(transaction, programId, partnerId)
    const partner = await findPartner(transaction, programId, partnerId)
    if (partner === undefined) return 'not_found'
    return isReleased ? partner : 'not_held'
  })
}
