import type { Transaction } from 'kysely'
import type { Deps } from '../deps.ts'
import { joinPayments } from '../rules/join-payments.ts'
import {
  findReferences,
  insertPayment,
  insertReferences,
  lockPayments,
  mergePayments,
  type PaymentRow,
  updatePayment,
} from '../store/payments.ts'
import type { Schema } from '../store/schema.ts'
import { applyRefund } from './apply-refund.ts'
import { LostRace } from './lost-race.ts'

export interface PaymentPlace {
  programId: number
  processor: string
}

export interface OpenedPayment {
  payment: PaymentRow
  /** It was only the name of a recorded sale, until its names showed which reported payment it is. */
  isFirstTold: boolean
}

/**
 * The one payment that all these names stand for, locked: every other event about it waits. Unknown names are added
 * to it; payments that turn out to be the same become one.
 * @throws {LostRace} roll back and try again
 */
export async function openPayment(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  { programId, processor }: PaymentPlace,
  references: readonly string[],
  at: Date,
): Promise<OpenedPayment> {
  const known = await findReferences(transaction, programId, references)
  const ids = [...new Set(known.map(({ payment_id }) => payment_id))]
  const locked = ids.length === 0 ? [] : await lockPayments(transaction, programId, ids)
  if (locked.length !== ids.length) throw new LostRace()
  const [first, ...same] = locked.sort(byWhatIsKnown)
  let payment =
    first ?? (await insertPayment(transaction, { program_id: programId, processor, created_at: at }))
  const isOnlyNamed = payment.sale_id !== null && payment.amount_cents === null
  for (const other of same) payment = await merge(deps, transaction, payment, other, at)
  const names = new Set(known.map(({ reference }) => reference))
  const added = references.filter((reference) => !names.has(reference)).sort()
  await insertReferences(transaction, programId, payment.id, added)
  return { payment, isFirstTold: isOnlyNamed && payment.amount_cents !== null }
}

/** First the one that is a sale, then the one that is more than a name, then the older. */
function byWhatIsKnown(a: PaymentRow, b: PaymentRow): number {
  const rank = ({ sale_id, transaction_id }: PaymentRow) =>
    (sale_id === null ? 2 : 0) + (transaction_id === null ? 1 : 0)
  return rank(a) - rank(b) || a.id - b.id
}

async function merge(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  payment: PaymentRow,
  other: PaymentRow,
  at: Date,
): Promise<PaymentRow> {
  const { program_id, id } = payment
  if (other.sale_id !== null) await takeBack(deps, transaction, payment, other.sale_id, at)
  await mergePayments(transaction, program_id, id, other.id)
  if (payment.sale_id !== null && payment.amount_cents !== null) return payment
  const dismissed =
    payment.sale_id === null && other.state === 'dismissed'
      ? { state: other.state, decided_by: other.decided_by }
      : {}
  return updatePayment(transaction, program_id, id, { ...joinPayments(payment, other), ...dismissed })
}

/** One payment was recorded as two sales before anybody knew that they are one: the later one is taken back. */
async function takeBack(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  payment: PaymentRow,
  saleId: number,
  at: Date,
): Promise<void> {
  const reason = `the same payment as sale ${payment.sale_id}`
  await applyRefund(
    deps,
    transaction,
    payment.program_id,
    saleId,
    {
      kind: 'refund',
      refund_id: reason,
      amount_cents: undefined,
      isCapped: true,
      reason,
      source: 'processor',
    },
    at,
  )
}
