import type { TransactionContext } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import {
  notifiesPartners,
  notifyPartners,
  type PartnerNotice,
} from '../../notifications/mail/notify-partners.flow.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { listPayoutsToNotify } from './payouts.sql.ts'

/** Notifies partners of their payouts, once per payout, in the transaction that creates or pays them. */
export async function notifyOfPayouts(
  {
    transaction,
    programId,
    at,
    deps,
  }: Omit<TransactionContext, 'deps'> & { deps: Pick<Deps, 'config' | 'ids'> },
  kind: 'payout_made' | 'payout_paid',
  payoutIds: readonly number[],
): Promise<void> {
  if (deps.config.mail === undefined || payoutIds.length === 0) return
  const program = await findProgram(transaction, programId)
  if (program === undefined || !notifiesPartners(deps, program)) return
  const payouts = await listPayoutsToNotify(transaction, programId, payoutIds)
  const notices = payouts.map(
    ({ id, partner_id, amount_cents, currency, reference, details_version }): PartnerNotice => {
      const notice = { cause: `${kind}:${programId}:${id}`, partnerId: partner_id }
      const data = {
        programId,
        programName: program.name,
        payoutId: id,
        amountCents: amount_cents,
        currency,
        reference,
      }
      return kind === 'payout_paid'
        ? { kind, ...notice, data }
        : { kind, ...notice, data: { ...data, lacksDetails: details_version === null } }
    },
  )
  await notifyPartners({ ...deps, clock: { now: () => at } }, transaction, program, notices)
}
