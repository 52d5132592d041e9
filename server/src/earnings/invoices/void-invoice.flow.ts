import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { findLastInvoice, insertCreditNote, nextSequence, storeInvoiceSums } from './invoices.sql.ts'
import { findInvoice } from './list-invoices.sql.ts'

export type VoidOutcome =
  | { kind: 'voided'; creditNoteId: number }
  | { kind: 'not_found' | 'is_credit_note' | 'voided_already' }
  /** A later valid invoice depends on this invoice. */
  | { kind: 'not_last'; lastSequence: number }

/**
 * Voids an invoice with a credit note. Its fees return to their previous state, so the month can be invoiced again.
 * Takes the same lock as `issueInvoice`, so numbers have no gaps.
 */
export async function voidInvoice(
  deps: Deps,
  programId: number,
  { invoiceId, reason, actorId }: { invoiceId: number; reason: string; actorId: string },
): Promise<VoidOutcome> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const invoice = await findInvoice(transaction, programId, invoiceId)
    if (invoice === undefined) return { kind: 'not_found' }
    if (invoice.kind === 'credit_note') return { kind: 'is_credit_note' }
    if (invoice.voided_at !== null) return { kind: 'voided_already' }
    const last = await findLastInvoice(transaction, programId)
    if (last !== undefined && last.id !== invoiceId) return { kind: 'not_last', lastSequence: last.sequence }
    const sequence = await nextSequence(transaction, programId)
    const note = { invoiceId, sequence, reason, actorId, at: deps.clock.now() }
    const creditNoteId = await insertCreditNote(transaction, programId, note)
    await storeInvoiceSums(transaction, programId, creditNoteId)
    return { kind: 'voided', creditNoteId }
  })
}
