import { runIn } from '../../core/database/database.ts'
import type { TransactionContext } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { groupsAt } from '../../partners/enrollments/group-members.sql.ts'
import { listPoliciesAt } from '../../reports/performance/read-event.sql.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { applyProcessorRefunds } from '../../tracking/processors/apply-processor-refunds.flow.ts'
import { findBuyer } from '../../tracking/processors/attribute-payment.rule.ts'
import { lockPayments, updatePayment } from '../../tracking/processors/payments.sql.ts'
import { createSaleFor, loadPaymentData, toBuyer } from '../../tracking/processors/record-payment.flow.ts'
import { decideAttribution, type SaleTerms, toSale } from '../../tracking/sales/decide-sale.rule.ts'
import { parseClickUuid } from '../../tracking/sales/record-sale.flow.ts'
import { loadSale, lockCustomer, saveSales } from '../../tracking/sales/sale.sql.ts'
import type { LiveSaleRequest } from '../../tracking/sales/sale-request.rule.ts'
import { findClaimObstacle, parseRejectedAmount } from './claim-obstacle.rule.ts'
import { ClaimRejectedError, WrongChoiceError } from './claim-rejected.ts'
import { claimedBuyer } from './claimed-buyer.flow.ts'
import { type OrderRows, readOrder } from './received-order.flow.ts'
import {
  findFirstSales,
  findRecordedSale,
  type RejectedSaleRow,
  type ReportedPayment,
} from './received-order.sql.ts'

export interface ClaimedOrder {
  partnerId: number
  transactionId: string
  actorId: string
  chosen: {
    customerId?: number | undefined
    clickId?: string | undefined
    /** Set for a rejected sale, which is stored without a product. */
    productId?: string | undefined
  }
}

/**
 * Makes an order the partner's sale regardless of the attribution window, like a manually attributed payment: saves the
 * sale, commission, fee and statistics, under the policies in force when the order was first received.
 * @returns the sale
 * @throws {ClaimRejectedError | WrongChoiceError} the caller must roll back
 */
export async function saveClaimedSale(
  context: TransactionContext,
  claimedOrder: ClaimedOrder,
): Promise<number> {
  const { deps, transaction, programId } = context
  const order = await readLocked(context, claimedOrder.transactionId)
  const obstacle = findClaimObstacle(order, claimedOrder.partnerId, deps.config.currencies)
  if (obstacle !== undefined) throw new ClaimRejectedError(obstacle)
  const saleId = await saveSale(context, claimedOrder, order)
  const name = getTransactionId(order)
  const sale =
    name === undefined ? undefined : await findRecordedSale(transaction, programId, { names: [name] })
  if (sale?.id !== saleId) throw new Error(`sale ${saleId} was created with another ID`)
  if (sale.commission_id === null) throw new ClaimRejectedError('no_commission')
  return saleId
}

/** Reads the order. Locks all other events about its payment. */
async function readLocked(context: TransactionContext, transactionId: string): Promise<OrderRows> {
  const { deps, transaction, programId } = context
  const order = await readOrder(deps, transaction, programId, transactionId)
  if (order.payment === undefined) return order
  await lockPayments(transaction, programId, [order.payment.id])
  return readOrder(deps, transaction, programId, transactionId)
}

function getTransactionId({ payment, rejected }: OrderRows): string | undefined {
  return payment?.transaction_id ?? rejected?.transaction_id
}

function saveSale(
  context: TransactionContext,
  claimedOrder: ClaimedOrder,
  { payment, rejected }: OrderRows,
): Promise<number> {
  if (payment !== undefined) return savePaymentSale(context, claimedOrder, payment)
  if (rejected !== undefined) return saveRejectedSale(context, claimedOrder, rejected)
  throw new ClaimRejectedError('sale_not_received')
}

async function savePaymentSale(
  context: TransactionContext,
  claimedOrder: ClaimedOrder,
  reported: ReportedPayment,
): Promise<number> {
  const { transaction, programId } = context
  const { partnerId, chosen, actorId } = claimedOrder
  if (chosen.productId !== undefined) {
    throw new WrongChoiceError('productId', 'The payment already has a product. Omit productId.')
  }
  const [payment] = await lockPayments(transaction, programId, [reported.id])
  if (payment === undefined) throw new WriteConflictError()
  const facts = await loadPaymentData(context, payment)
  const payingCustomer = findBuyer(facts, toBuyer(payment))?.customer
  const { click_id, customer_key, email_hash } = payment
  const customer = await claimedBuyer(context, {
    partner_id: partnerId,
    matched: payingCustomer,
    click_id,
    customer_key,
    email_hash,
    chosen,
  })
  await lockCustomer(runIn(transaction), programId, customer.id)
  const { product_id: productId, created_at: paidAt } = payment
  const terms = await termsAt(context, { partnerId, customerId: customer.id, productId, at: paidAt })
  const outcome = await createSaleFor(context, { data: facts, payment, customer, by: 'manual', terms })
  if (outcome.kind !== 'attributed') throw new WriteConflictError()
  await applyProcessorRefunds(context, payment.id)
  await updatePayment(transaction, programId, payment.id, { decided_by: actorId })
  return outcome.sale_id
}

async function saveRejectedSale(
  context: TransactionContext,
  { partnerId, chosen }: ClaimedOrder,
  rejected: RejectedSaleRow,
): Promise<number> {
  const { deps, transaction, programId, at } = context
  const run = runIn(transaction)
  const request = toSaleRequest(context, rejected, chosen.productId)
  if (request === undefined) throw new ClaimRejectedError('invalid_amount')
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const lookup = { isTest: false, request, erasedTransaction: erase(request.transaction_id) }
  const names = { ...request, customer_key: rejected.customer_key ?? undefined }
  const clickUuid = parseClickUuid(programId, rejected.click_id ?? undefined)
  const lookupData = await loadSale(run, programId, { ...lookup, request: names, clickUuid })
  const namesakeId = lookupData?.namesake_payment_id
  if (namesakeId !== undefined) await lockPayments(transaction, programId, [namesakeId])
  const { click_id, customer_key } = rejected
  const lookedUpCustomer = lookupData?.customer
  const buyer = {
    partner_id: partnerId,
    matched: lookedUpCustomer,
    click_id,
    customer_key,
    email_hash: null,
    chosen,
  }
  const customer = await claimedBuyer(context, buyer)
  await lockCustomer(run, programId, customer.id)
  const loaded = await loadSale(run, programId, { ...lookup, customerId: customer.id })
  if (loaded?.customer === undefined || loaded.payment_id !== undefined) throw new WriteConflictError()
  if (loaded.namesake_payment_id !== namesakeId) throw new WriteConflictError()
  const facts = { ...loaded, found_by: 'manual' as const }
  const attribution = decideAttribution(facts, request, at)
  if (attribution.kind === 'no_attribution') throw new ClaimRejectedError('partner_not_approved')
  if (attribution.kind !== 'attributed') throw new WriteConflictError()
  const productId = chosen.productId ?? null
  const terms = await termsAt(context, {
    partnerId,
    customerId: customer.id,
    productId,
    at: rejected.first_at,
  })
  const sale = toSale(facts, attribution, { request, receivedAt: at, terms })
  const [savedSale] = await saveSales(run, [sale], { shard: randomShard(deps.ids), erase })
  if (savedSale === undefined) throw new Error('a sale was saved without an ID')
  return savedSale.sale_id
}

/**
 * Loads the terms in force when an order was first received. Locks the customer, so that no other claim is approved at
 * the same time.
 */
async function termsAt(
  { transaction, programId }: TransactionContext,
  purchase: { partnerId: number; customerId: number; productId: string | null; at: Date },
): Promise<SaleTerms> {
  const { partnerId, customerId, productId, at } = purchase
  const policies = await listPoliciesAt(transaction, programId, productId, at)
  const groups = await groupsAt(runIn(transaction), programId, [{ partner_id: partnerId, at }])
  const first = await findFirstSales(transaction, programId, customerId)
  return { policies, group_id: groups.get(0) ?? null, ...first, at }
}

/** Returns the sale that a rejected request would have been, on the day it was first sent. */
function toSaleRequest(
  { deps }: TransactionContext,
  rejected: RejectedSaleRow,
  productId: string | undefined,
): LiveSaleRequest | undefined {
  const amount_cents = parseRejectedAmount(rejected.amount)
  const currency = deps.config.currencies.find((one) => one === rejected.currency)
  if (amount_cents === undefined || currency === undefined) return undefined
  return {
    transaction_id: rejected.transaction_id,
    amount_cents,
    tax_amount_cents: undefined,
    customer_key: undefined,
    click_id: undefined,
    currency,
    sale_type: 'payment',
    additional_data: undefined,
    is_recurring: false,
    subscription_id: undefined,
    subscription_interval: undefined,
    product_id: productId,
    occurred_at: rejected.first_at,
    provider: undefined,
    provider_payment_id: undefined,
  }
}
