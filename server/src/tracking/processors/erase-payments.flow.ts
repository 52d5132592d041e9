import type { TransactionContext } from '../../core/database/transaction.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { erasePaymentRows, listPaymentIdentifiers, type Pseudonym } from './erase-payments.sql.ts'

/**
 * Removes the buyer's identity from locked payments. Pseudonyms replace the payments' IDs, so later reports still find
 * them.
 * @returns the replaced IDs
 */
export async function erasePayments(
  { deps, transaction, programId, at }: TransactionContext,
  ids: readonly number[],
): Promise<Pseudonym[]> {
  if (ids.length === 0) return []
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const recorded = await listPaymentIdentifiers(transaction, programId, ids)
  const names = recorded.map((name) => ({ name, erased: erase(name) }))
  await erasePaymentRows(transaction, programId, { ids, names, at })
  return names
}
