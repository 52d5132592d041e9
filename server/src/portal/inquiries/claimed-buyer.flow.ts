import type { TransactionContext } from '../../core/database/transaction.ts'
import { parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { findCustomers, loadLeadData } from '../../tracking/leads/lead.sql.ts'
import type { LeadCustomer } from '../../tracking/leads/lead.ts'
import { createCustomer } from '../../tracking/processors/record-payment.flow.ts'
import { ClaimRejectedError, WrongChoiceError } from './claim-rejected.ts'

/** The buyer, according to the order and the team's choice. */
export interface ClaimedBuyer {
  partner_id: number
  /** The customer matched by the sale's IDs. */
  matched: { id: number; partner_id: number } | undefined
  /** The click in the sale request. */
  click_id: string | null
  customer_key: string | null
  email_hash: Buffer | null
  chosen: { customerId?: number | undefined; clickId?: string | undefined }
}

/**
 * Returns the customer of a claimed sale: identified by the sale, selected by the team, or from the click. A click
 * without a signup creates the customer, like a payment with that click.
 * @throws {ClaimRejectedError | WrongChoiceError}
 */
export async function claimedBuyer(context: TransactionContext, buyer: ClaimedBuyer): Promise<LeadCustomer> {
  const { partner_id, matched, chosen } = buyer
  if (matched !== undefined) {
    if (matched.partner_id !== partner_id) throw new ClaimRejectedError('belongs_to_another')
    if (chosen.customerId !== undefined && chosen.customerId !== matched.id) {
      throw new WrongChoiceError(
        'customerId',
        `The order already belongs to customer ${matched.id}. Omit customerId and clickId.`,
      )
    }
    return requireApproved(await findChosenCustomer(context, matched.id))
  }
  if (chosen.customerId !== undefined) {
    const customer = await findChosenCustomer(context, chosen.customerId)
    if (customer?.partner_id !== partner_id) {
      throw new WrongChoiceError('customerId', 'This partner has no customer with this ID.')
    }
    return requireApproved(customer)
  }
  return requireApproved(await findByClick(context, buyer))
}

async function findChosenCustomer(
  { transaction, programId }: TransactionContext,
  id: number,
): Promise<LeadCustomer | undefined> {
  const [customer] = await findCustomers(transaction, programId, 'id', id)
  return customer
}

function requireApproved(customer: LeadCustomer | undefined): LeadCustomer {
  if (customer === undefined) throw new ClaimRejectedError('customer_unknown')
  if (customer.partner_status !== 'approved') throw new ClaimRejectedError('partner_not_approved')
  return customer
}

async function findByClick(
  context: TransactionContext,
  { partner_id, click_id, customer_key, email_hash, chosen }: ClaimedBuyer,
): Promise<LeadCustomer> {
  const { transaction, programId } = context
  const click = parseClickId(chosen.clickId ?? click_id ?? '')
  const data = await loadLeadData(transaction, programId, {
    click: click?.programId === programId ? click : undefined,
    customer_key: undefined,
    email_hash: undefined,
  })
  if (data?.click?.partner_id !== partner_id) {
    if (chosen.clickId === undefined) throw new ClaimRejectedError('customer_unknown')
    throw new WrongChoiceError('clickId', 'This partner has no click with this ID.')
  }
  const customer = data.of_click.find(
    (one) => customer_key === null || one.customer_key === null || one.customer_key === customer_key,
  )
  if (customer !== undefined) return customer
  if (data.click.partner_status !== 'approved') throw new ClaimRejectedError('partner_not_approved')
  return createCustomer(context, data.program, { customer_key, email_hash }, data.click)
}
