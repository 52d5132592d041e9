import type { Transaction } from 'kysely'
import type { Deps } from '../deps.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { findCustomers, loadLeadFacts } from '../store/lead.ts'
import { lockPayments, type PaymentRow, updatePayment } from '../store/payments.ts'
import type { Schema } from '../store/schema.ts'
import { applyWaitingRefunds } from './apply-waiting-refunds.ts'
import { inTransaction } from './in-transaction.ts'
import { LostRace } from './lost-race.ts'
import { sellTo } from './record-payment.ts'

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

/**
 * A person says whose a kept payment is: it becomes that customer's sale, whatever the attribution window, and
 * settles the lead as the payment would have. Its commission is made now.
 */
export function attributeByHand(
  deps: Deps,
  programId: number,
  paymentId: number,
  customerId: number,
  userId: string,
): Promise<DecidedPayment> {
  return inTransaction(deps, async (transaction) => {
    const payment = await openKept(transaction, programId, paymentId)
    if ('kind' in payment) return payment
    if (!CURRENCIES.some((one) => one === payment.currency)) return { kind: 'unsupported_currency' }
    const at = deps.clock.now()
    const facts = await loadLeadFacts(transaction, programId, {
      click: undefined,
      customer_key: payment.customer_key ?? undefined,
      email_hash: payment.email_hash ?? undefined,
    })
    const [customer] = await findCustomers(transaction, programId, 'id', customerId)
    if (facts === undefined || customer === undefined) return { kind: 'no_customer' }
    if (customer.partner_status !== 'approved') return { kind: 'partner_not_approved' }
    const sold = await sellTo(deps, transaction, facts, payment, customer, 'manual', at)
    if (sold.kind !== 'attributed') throw new LostRace()
    await applyWaitingRefunds(deps, transaction, programId, paymentId, sold.sale_id, at)
    const decided = await updatePayment(transaction, programId, paymentId, { decided_by: userId })
    return { kind: 'decided', payment: decided }
  })
}

/** A person says that a kept payment is nobody's. */
export function dismissPayment(
  deps: Deps,
  programId: number,
  paymentId: number,
  userId: string,
): Promise<DecidedPayment> {
  return inTransaction(deps, async (transaction) => {
    const payment = await openKept(transaction, programId, paymentId)
    if ('kind' in payment) return payment
    const columns = { state: 'dismissed', decided_by: userId } as const
    return { kind: 'decided', payment: await updatePayment(transaction, programId, paymentId, columns) }
  })
}

async function openKept(
  transaction: Transaction<Schema>,
  programId: number,
  paymentId: number,
): Promise<PaymentRow | Exclude<DecidedPayment, { kind: 'decided' }>> {
  const [payment] = await lockPayments(transaction, programId, [paymentId])
  if (payment === undefined || payment.reason === null) return { kind: 'no_payment' }
  return payment.sale_id === null ? payment : { kind: 'already_attributed' }
}
