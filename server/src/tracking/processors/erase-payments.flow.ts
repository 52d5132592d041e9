import type { TransactionContext } from '../../core/database/transaction.ts'
import { nameEraser } from '../../core/privacy/pseudonym.rule.ts'
import { erasePaymentRows, listNamesOfPayments, type Pseudonym } from './erase-payments.sql.ts'

/**
 * Takes out of locked payments what says who paid. Whoever reports one of them again, or a refund of it, still finds
 * it: under each of its names stands the erased one.
 * @returns the names that were there
 */
export async function erasePayments(
  { deps, transaction, programId, at }: TransactionContext,
  ids: readonly number[],
): Promise<Pseudonym[]> {
  if (ids.length === 0) return []
  const erase = nameEraser(programId, deps.config.appSecret)
  const recorded = await listNamesOfPayments(transaction, programId, ids)
  const names = recorded.map((name) => ({ name, erased: erase(name) }))
  await erasePaymentRows(transaction, programId, { ids, names, at })
  return names
}
