import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { findCustomers, loadLeadData } from '../leads/lead.sql.ts'
import { applyProcessorRefunds } from './apply-processor-refunds.flow.ts'
import type { PaymentRow } from './payment.ts'
import { lockPayments, updatePayment } from './payments.sql.ts'
import { createSaleFor } from './record-payment.flow.ts'

export type DecidedPayment =
  | { kind: 'decided'; payment: PaymentRow }
  | {
      kind:
        | 'no_payment'
        | 'no_customer'
        | 'already_attributed'
        | 'unsupported_currency'
        | 'partner_not_approved'
    }
  /** The customer continues as `customerId` and belongs to another partner. */
  | { kind: 'continued'; customerId: number }

/**
 * Attributes an unattributed payment to a customer manually. It becomes a sale regardless of the attribution window,
 * settles the lead, and its commission is created now.
 */
export function attributeManually(
  deps: Deps,
  programId: number,
  { paymentId, customerId, actorId }: { paymentId: number; customerId: number; actorId: string },
): Promise<DecidedPayment> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    const payment = await lockUnattributed(transaction, programId, paymentId)
    if ('kind' in payment) return payment
    if (!deps.config.currencies.some((one) => one === payment.currency))
      return { kind: 'unsupported_currency' }
    const context = { deps, transaction, programId, at }
    const data = await loadLeadData(transaction, programId, {
      click: undefined,
      customer_key: payment.customer_key ?? undefined,
      email_hash: payment.email_hash ?? undefined,
    })
    const [customer] = await findCustomers(transaction, programId, 'id', customerId)
    if (data === undefined || customer === undefined) return { kind: 'no_customer' }
    if (customer.continued_by !== null) return { kind: 'continued', customerId: customer.continued_by }
    if (customer.partner_status !== 'approved') return { kind: 'partner_not_approved' }
    const createdSale = await createSaleFor(context, { data, payment, customer, by: 'manual' })
    if (createdSale.kind !== 'attributed') throw new WriteConflictError()
    await applyProcessorRefunds(context, paymentId)
    const decided = await updatePayment(transaction, programId, paymentId, { decided_by: actorId })
    return { kind: 'decided', payment: decided }
  })
}

/** Dismisses an unattributed payment. */
export function dismissPayment(
  deps: Deps,
  programId: number,
  { paymentId, actorId }: { paymentId: number; actorId: string },
): Promise<DecidedPayment> {
  return withTransaction(deps, async (transaction) => {
    const payment = await lockUnattributed(transaction, programId, paymentId)
    if ('kind' in payment) return payment
    const columns = { state: 'dismissed', decided_by: actorId } as const
    return { kind: 'decided', payment: await updatePayment(transaction, programId, paymentId, columns) }
  })
}

async function lockUnattributed(
  transaction: Transaction<Schema>,
  programId: number,
  paymentId: number,
): Promise<PaymentRow | Exclude<DecidedPayment, { kind: 'decided' }>> {
  const [payment] = await lockPayments(transaction, programId, [paymentId])
  if (payment === undefined || !payment.was_unattributed) return { kind: 'no_payment' }
  return payment.sale_id === null ? payment : { kind: 'already_attributed' }
}
