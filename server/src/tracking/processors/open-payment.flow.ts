import type { TransactionContext } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import type { Pseudonymizer } from '../../core/privacy/pseudonym.ts'
import { holdCommission } from '../../earnings/commissions/hold-commission.flow.ts'
import { applyRefund } from '../refunds/apply-refund.flow.ts'
import { erasePayments } from './erase-payments.flow.ts'
import { joinPayments } from './join-payments.rule.ts'
import type { PaymentRow } from './payment.ts'
import {
  confirmReferences,
  findReferences,
  insertPayment,
  insertReferences,
  insertShares,
  isNamedSeparately,
  listSalesNaming,
  lockPayments,
  mergePayments,
  updatePayment,
} from './payments.sql.ts'

/** A payment as identified in a processor's report. */
export interface ReportedPayment {
  processor: string
  references: readonly string[]
  /** The invoice the payment is for, if reported. Two invoices are two payments, even if one charge paid both. */
  bill_id: string | undefined
  /** Whether the report contains the payment intent or charge that paid the invoice. */
  is_linked: boolean
}

export interface OpenedPayment {
  payment: PaymentRow
  /** Until now, the payment was only referenced by a recorded sale. */
  isFirstReport: boolean
}

/**
 * Locks and returns the one payment with these IDs, blocking other events about it. Adds unknown IDs and merges
 * payments that turn out to be the same. A payment intent or charge that paid two invoices is a shared ID and doesn't
 * merge payments. An erased buyer's payment is found by pseudonyms, and its new IDs are erased immediately.
 * @throws {WriteConflictError} roll back and retry
 */
export async function openPayment(
  context: TransactionContext,
  reported: ReportedPayment,
): Promise<OpenedPayment> {
  const { deps, transaction, programId, at } = context
  const { processor, bill_id = null } = reported
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const find = (names: readonly string[]) =>
    findReferences(
      transaction,
      programId,
      names.flatMap((name) => [name, erase(name)]),
    )
  const saleName = await findSaleReference(context, reported, await find(reported.references))
  const references = saleName === undefined ? reported.references : [...reported.references, saleName]
  const knownPayments = await find(references)
  const ids = [...new Set(knownPayments.map(({ payment_id }) => payment_id))]
  const locked = ids.length === 0 ? [] : await lockPayments(transaction, programId, ids)
  if (locked.length !== ids.length) throw new WriteConflictError()
  const isSame = (other: PaymentRow) => isSameBill(erase, other.bill_id, bill_id)
  const [first, ...candidates] = locked.filter(isSame).sort(compareByKnownIds)
  let payment =
    first ?? (await insertPayment(transaction, { program_id: programId, processor, bill_id, created_at: at }))
  const isOnlyNamed = payment.sale_id !== null && payment.amount_cents === null
  const others = locked.filter((other) => !isSame(other))
  for (const other of candidates) {
    const isOne = isSameBill(erase, payment.bill_id, other.bill_id)
    if (isOne) payment = await merge(context, payment, other, references)
    else others.push(other)
  }
  const toStoredName = (name: string) => (payment.erased_at === null ? name : erase(name))
  const isNewBill = payment.bill_id === null && bill_id !== null
  const isNewLink = bill_id !== null && reported.is_linked && !payment.is_linked
  if (isNewBill || isNewLink) {
    payment = await updatePayment(transaction, programId, payment.id, {
      ...(isNewBill ? { bill_id: toStoredName(bill_id) } : {}),
      is_linked: payment.is_linked || isNewLink,
    })
  }
  const names = new Set(knownPayments.map(({ reference }) => reference))
  const added = references.filter((reference) => !names.has(reference) && !names.has(erase(reference)))
  const rows = added.map((one) => ({ reference: toStoredName(one) }))
  await insertReferences(transaction, programId, payment.id, rows)
  const confirmed = knownPayments.filter(({ is_from_sale }) => is_from_sale).map(({ reference }) => reference)
  if (confirmed.length > 0) await confirmReferences(transaction, programId, confirmed)
  await shareReferences(context, payment, { others, known: knownPayments })
  return { payment, isFirstReport: isOnlyNamed && payment.amount_cents !== null }
}

/**
 * Returns the `transaction_id` of a sale that the merchant sent with one of these IDs as `provider_payment_id`, before
 * the account was connected. Undefined if a payment with these IDs already has a sale.
 */
async function findSaleReference(
  { deps, transaction, programId }: TransactionContext,
  { processor, references }: ReportedPayment,
  knownPayments: readonly { payment_id: number }[],
): Promise<string | undefined> {
  const [sale] = await listSalesNaming(transaction, programId, { names: references, processor })
  if (sale === undefined) return undefined
  const ids = [...new Set(knownPayments.map(({ payment_id }) => payment_id))]
  const payments = ids.length === 0 ? [] : await lockPayments(transaction, programId, ids)
  if (payments.some(({ sale_id }) => sale_id !== null)) return undefined
  const { transaction_id } = sale
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const own = await findReferences(transaction, programId, [transaction_id, erase(transaction_id)])
  // One of the IDs belongs to another sale's payment.
  return own.some(({ is_from_sale }) => is_from_sale) ? undefined : transaction_id
}

/**
 * Whether two payments can be for the same invoice. Two invoices are two payments, and one of them may have been
 * erased.
 */
function isSameBill(erase: Pseudonymizer, a: string | null, b: string | null): boolean {
  return a === null || b === null || erase(a) === erase(b)
}

/** IDs that the event shares with other invoices' payments belong to both. */
async function shareReferences(
  { transaction, programId }: TransactionContext,
  payment: PaymentRow,
  { others, known }: { others: PaymentRow[]; known: { reference: string; payment_id: number }[] },
): Promise<void> {
  const ids = new Set(others.map(({ id }) => id))
  const bills = new Set(others.map(({ bill_id }) => bill_id))
  const shared = known.filter(({ reference, payment_id }) => ids.has(payment_id) && !bills.has(reference))
  const references = shared.map(({ reference }) => reference).sort()
  await insertShares(transaction, programId, payment.id, references)
}

/** Sorts payments with a sale first, then reported ones, then older ones. */
function compareByKnownIds(a: PaymentRow, b: PaymentRow): number {
  const rank = ({ sale_id, transaction_id }: PaymentRow) =>
    (sale_id === null ? 2 : 0) + (transaction_id === null ? 1 : 0)
  return rank(a) - rank(b) || a.written_at.getTime() - b.written_at.getTime() || a.id - b.id
}

/** Merges two payments. Erases both if one was erased. */
async function merge(
  context: TransactionContext,
  payment: PaymentRow,
  other: PaymentRow,
  names: readonly string[],
): Promise<PaymentRow> {
  const merged = await join(context, payment, other, names)
  if (payment.erased_at === null && other.erased_at === null) return merged
  await erasePayments(context, [merged.id])
  const [erased] = await lockPayments(context.transaction, context.programId, [merged.id])
  if (erased === undefined) throw new WriteConflictError()
  return erased
}

async function join(
  context: TransactionContext,
  payment: PaymentRow,
  other: PaymentRow,
  names: readonly string[],
): Promise<PaymentRow> {
  const { transaction, programId } = context
  const { id } = payment
  if (other.sale_id !== null && payment.sale_id !== null) {
    const sales = { saleId: other.sale_id, duplicateOf: payment.sale_id }
    const saleIds = [other.sale_id, payment.sale_id]
    const isPossible = await isNamedSeparately(transaction, programId, { saleIds, names })
    if (isPossible) await holdCommission(context, { ...sales, reason: 'possible_duplicate' })
    else await reversePayment(context, sales)
  }
  await mergePayments(transaction, programId, id, other.id)
  const bill = {
    bill_id: payment.bill_id ?? other.bill_id,
    is_linked: payment.is_linked || other.is_linked,
  }
  if (payment.sale_id !== null && payment.amount_cents !== null) {
    const { amount_cents, amount_from, tax_amount_cents, currency, unpaid_since } = joinPayments(
      payment,
      other,
    )
    const amount = { amount_cents, amount_from, tax_amount_cents, currency, unpaid_since }
    return updatePayment(transaction, programId, id, { ...bill, ...amount })
  }
  const dismissed =
    payment.sale_id === null && other.state === 'dismissed'
      ? { state: other.state, decided_by: other.decided_by }
      : {}
  return updatePayment(transaction, programId, id, {
    ...joinPayments(payment, other),
    ...bill,
    ...dismissed,
  })
}

/** Reverses the later one of two sales that turned out to be one payment. */
async function reversePayment(
  context: TransactionContext,
  { saleId, duplicateOf }: { saleId: number; duplicateOf: number },
): Promise<void> {
  const reason = `the same payment as sale ${duplicateOf}`
  await applyRefund(context, {
    saleId,
    report: { kind: 'refund', amountIs: 'void', refundId: reason, reason, source: 'processor' },
  })
}
