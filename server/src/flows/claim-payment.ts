import type { Transaction } from 'kysely'
import type { Deps } from '../deps.ts'
import { lockPayments } from '../store/payments.ts'
import type { Schema } from '../store/schema.ts'
import { LostRace } from './lost-race.ts'
import { settleUp } from './record-payment.ts'

/**
 * A sale that was recorded in the same transaction under a name of that payment takes it over, as if the payment
 * had arrived only now: it settles the lead, and the refunds that waited are applied.
 * @throws {LostRace} roll back and try again: the payment got another sale, or was found to be another one
 */
export async function claimPayment(
  deps: Deps,
  transaction: Transaction<Schema>,
  programId: number,
  paymentId: number,
  at: Date,
): Promise<void> {
  const [payment] = await lockPayments(transaction, programId, [paymentId])
  if (payment === undefined || payment.sale_id !== null) throw new LostRace()
  await settleUp(deps, transaction, payment, at)
}
