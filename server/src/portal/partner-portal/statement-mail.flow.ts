import type { TransactionContext } from '../../core/database/transaction.ts'
import { listPayees } from '../../earnings/payouts/next-payouts.sql.ts'
import { notifyPartners } from '../../notifications/mail/notify-partners.flow.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { partnerPortalLimits } from './limits.ts'
import { listStatements } from './statements.sql.ts'

/** Notifies a partner of a statement, in the transaction that wrote it. */
export async function notifyOfStatement(
  { deps, transaction, programId, at }: TransactionContext,
  { partnerId, month }: { partnerId: number; month: string },
): Promise<void> {
  if (deps.config.mail === undefined) return
  const program = await findProgram(transaction, programId)
  if (program === undefined) return
  const statements = await listStatements(
    transaction,
    { programId, partnerId, month },
    partnerPortalLimits.statementsShown,
  )
  const sums = statements.map((row) => ({
    currency: row.currency,
    earnedCents: row.earned_cents,
    reversedCents: row.reversed_cents,
    paidCents: row.paid_cents,
    closingCents: row.closing_cents,
    heldCents: row.held_cents,
  }))
  const isDue = sums.some(({ closingCents }) => BigInt(closingCents) > 0n)
  const [payee] = isDue ? await listPayees(transaction, programId, [partnerId], at) : []
  const lacksDetails = payee !== undefined && !payee.has_details
  await notifyPartners({ ...deps, clock: { now: () => at } }, transaction, program, [
    {
      kind: 'partner_statement',
      cause: `partner_statement:${programId}:${partnerId}:${month}`,
      partnerId,
      data: { programId, programName: program.name, month, lacksDetails, sums },
    },
  ])
}
