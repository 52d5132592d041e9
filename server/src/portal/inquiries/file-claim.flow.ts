import { withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { lockProgramEnrollment } from '../../partners/enrollments/partners.sql.ts'
import {
  type ClaimRow,
  closeClaim,
  countPartnerClaims,
  findOwnClaim,
  insertClaim,
  lockClaim,
} from './claims.sql.ts'
import { inquiryLimits } from './limits.ts'

export interface Claimant {
  programId: number
  partnerId: number
}

/** The claimed sale: an order, or purchases on a day. */
export type ClaimSubject = { transactionId: string } | { day: string }

export type FilingOutcome =
  | { kind: 'filed'; claim: ClaimRow }
  | { kind: 'open_already' | 'too_many_open' | 'too_many_made' | 'account_closed' }

/** Files a claim without looking up its order, so that the response reveals nothing about it. */
export function fileClaim(
  deps: Deps,
  claimant: Claimant,
  { claimed, note }: { claimed: ClaimSubject; note: string },
): Promise<FilingOutcome> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    // Serializes a partner's claims, so that the limits hold.
    const status = await lockProgramEnrollment(transaction, claimant.programId, claimant.partnerId)
    // The account may have been closed in the meantime.
    if (status === 'closed') return { kind: 'account_closed' }
    const { open, made } = await countPartnerClaims(transaction, claimant, new Date(at.getTime() - DAY_MS))
    if (open >= inquiryLimits.openClaims) return { kind: 'too_many_open' }
    if (made >= inquiryLimits.claimsPerDay) return { kind: 'too_many_made' }
    const claim = await insertClaim(transaction, {
      program_id: claimant.programId,
      partner_id: claimant.partnerId,
      transaction_id: 'transactionId' in claimed ? claimed.transactionId : null,
      day: 'day' in claimed ? claimed.day : null,
      note,
      created_at: at,
    })
    return claim === undefined ? { kind: 'open_already' } : { kind: 'filed', claim }
  })
}

/** Withdraws an open claim. */
export function withdrawClaim(
  deps: Deps,
  claimant: Claimant,
  claimId: number,
): Promise<{ kind: 'withdrawn' | 'closed'; claim: ClaimRow } | { kind: 'none' }> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    if ((await findOwnClaim(transaction, claimant, claimId)) === undefined) return { kind: 'none' }
    const claim = await lockClaim(transaction, claimant.programId, claimId)
    if (claim === undefined) throw new WriteConflictError()
    if (claim.state !== 'open') return { kind: 'closed', claim }
    const withdrawn = await closeClaim(transaction, claim, { state: 'withdrawn', closed_at: at })
    if (withdrawn === undefined) throw new WriteConflictError()
    return { kind: 'withdrawn', claim: withdrawn }
  })
}
