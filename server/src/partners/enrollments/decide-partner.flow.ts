import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { publish } from '../../notifications/outbox/outbox.sql.ts'
import { lockApplication } from './applications.sql.ts'
import { endApplication } from './end-application.flow.ts'
import { findPartner, type PartnerRow, setPartnerStatus } from './partners.sql.ts'

/**
 * Approves or rejects a partner and ends their application. The decision can be changed later. Sales of unapproved
 * partners aren't attributed (D34).
 * @returns 'closed' if the partner closed their account; undefined if the program has no such partner
 */
export function decidePartner(
  deps: Deps,
  programId: number,
  { partnerId, decision, actorId }: PartnerDecision,
): Promise<PartnerRow | 'closed' | undefined> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    const before = await findPartner(transaction, programId, partnerId)
    if (before === undefined) return undefined
    const application = await lockApplication(transaction, programId, { email: before.email })
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

/** Publishes an approval, in the transaction that approves the partner. */
export function notifyApproval(
  queries: Queries,
  programId: number,
  { partner_id, name }: PartnerRow,
  now: Date,
): Promise<void> {
  return publish(queries, programId, { type: 'partner.approved', data: { partner_id, name }, at: now })
}
