import type { TransactionContext } from '../../core/database/transaction.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import type { OpenedPayment } from './open-payment.flow.ts'
import type { ReportedCharge } from './processor.ts'
import { saveCharge } from './processor-refunds.sql.ts'

/** Records the amounts of an opened payment's charge. */
export function recordCharge(
  context: TransactionContext,
  opened: OpenedPayment,
  charge: ReportedCharge,
): Promise<void> {
  const paymentNames = namesInPayment(context, opened, charge)
  return saveCharge(context.transaction, context.programId, opened.payment.id, paymentNames)
}

/** Returns a refund's or charge's IDs as stored: pseudonyms if the buyer was erased. */
export function namesInPayment<Names extends { charge_id: string | null; refund_id?: string | null }>(
  { deps, programId }: TransactionContext,
  { payment }: OpenedPayment,
  names: Names,
): Names {
  if (payment.erased_at === null) return names
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const { charge_id, refund_id } = names
  return {
    ...names,
    ...(charge_id === null ? {} : { charge_id: erase(charge_id) }),
    ...(refund_id === undefined || refund_id === null ? {} : { refund_id: erase(refund_id) }),
  }
}
