import type { TransactionContext } from '../../core/database/transaction.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { notifyApplicant } from './application-mails.flow.ts'
import { type ApplicationRow, addStep } from './applications.sql.ts'

/** Ends the application of a partner whom the team approved or rejected directly, and notifies the applicant. */
export async function endApplication(
  context: TransactionContext,
  application: ApplicationRow,
  by: { decision: 'approved' | 'rejected'; partnerId: number; actorId: string | null },
): Promise<void> {
  const { transaction, programId, at } = context
  const { decision, partnerId, actorId } = by
  if (application.status === decision) return
  const program = await findProgram(transaction, programId)
  if (program === undefined) throw new Error(`program ${programId} no longer exists`)
  const step = await addStep(
    transaction,
    application,
    { kind: decision, actorId, message: null, at },
    { status: decision, partner_id: partnerId },
  )
  // A partner who was added in the meantime gets no email about the application.
  if (decision === 'rejected' && application.status === 'approved') return
  await notifyApplicant(
    context,
    program,
    step,
    decision === 'approved'
      ? { kind: 'application_approved' }
      : { kind: 'application_rejected', reason: null },
  )
}
