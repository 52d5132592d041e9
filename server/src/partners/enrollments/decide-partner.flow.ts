import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { tell } from '../../notifications/outbox/outbox.sql.ts'
import { lockApplication } from './applications.sql.ts'
import { endApplication } from './end-application.flow.ts'
import { findPartner, type PartnerRow, setPartnerStatus } from './partners.sql.ts'

/**
 * Approves or rejects a partner, and ends its application with it; the decision may be changed later. Sales of a partner who
 * is not approved are not attributed (D34).
 * @returns 'closed' when the partner closed his account, which no decision ends; undefined when the program has no such partner
 */
export function decidePartner(
  deps: Deps,
  programId: number,
  { partnerId, decision, actorId }: PartnerDecision,
): Promise<PartnerRow | 'closed' | undefined> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    const known = await findPartner(transaction, programId, partnerId)
    if (known === undefined) return undefined
    const application = await lockApplication(transaction, programId, { email: known.email })
    const isChanged = await setPartnerStatus(transaction, programId, partnerId, {
      status: decision,
      decided_at: at,
    })
    const partner = await findPartner(transaction, programId, partnerId)
    if (partner?.status === 'closed') return 'closed'
    if (isChanged && decision === 'approved' && partner !== undefined) {
      await notifyApproval(transaction, programId, partner, at)
    }
    if (application !== undefined) {
      const context = { deps, transaction, programId, at }
      await endApplication(context, application, { decision, partnerId, actorId })
    }
    return partner
  })
}

export interface PartnerDecision {
  partnerId: number
  decision: 'approved' | 'rejected'
  actorId: string
}

/** Tells that a partner is approved, in the transaction that approves. */
export function notifyApproval(
  queries: Queries,
  programId: number,
  { partner_id, name }: PartnerRow,
  now: Date,
): Promise<void> {
  return tell(queries, programId, { type: 'partner.approved', data: { partner_id, name }, at: now })
}
