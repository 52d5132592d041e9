import type { TransactionContext } from '../../core/database/transaction.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { addPartnerInTransaction } from '../enrollments/add-partner.flow.ts'
import { notifyApplicant } from '../enrollments/application-mails.flow.ts'
import { type ApplicationRow, addStep } from '../enrollments/applications.sql.ts'
import { reserveLink } from '../enrollments/create-link.flow.ts'
import { notifyApproval } from '../enrollments/decide-partner.flow.ts'
import { countLinks } from '../enrollments/links.sql.ts'
import { findPartner, findPartnerIdByEmail, setPartnerStatus } from '../enrollments/partners.sql.ts'

/**
 * Creates a partner with a link for an applicant, or approves the existing partner, and ends the application,
 * which is locked.
 * @param by.actorId null for an automatic decision, explained in `message`
 * @param by.shard as in `PartnerInput`
 */
export async function admitApplicant(
  context: TransactionContext,
  program: ProgramRow,
  application: ApplicationRow,
  by: { actorId: string | null; message: string | null; invitationId?: number; shard?: number },
): Promise<ApplicationRow> {
  const { transaction, at } = context
  const partner_id = await approvePartner(context, application, by.shard)
  const { actorId, message, invitationId } = by
  const approved = await addStep(
    transaction,
    application,
    { kind: 'approved', actorId, message, at },
    {
      status: 'approved',
      partner_id,
      ...(invitationId === undefined ? {} : { invitation_id: invitationId }),
    },
  )
  await notifyApplicant(context, program, approved, { kind: 'application_approved' })
  return approved
}

async function approvePartner(
  context: TransactionContext,
  { name, email }: ApplicationRow,
  shard: number | undefined,
): Promise<number> {
  const { transaction, programId, at } = context
  const partnerId = await findPartnerIdByEmail(transaction, programId, email)
  if (partnerId === undefined) {
    const addition = await addPartnerInTransaction(context, { name, email, approved: true, shard })
    if (addition.kind !== 'added')
      throw new Error('a partner was added twice while its application was locked')
    return addition.partner.partner_id
  }
  const isChanged = await setPartnerStatus(transaction, programId, partnerId, {
    status: 'approved',
    decided_at: at,
  })
  if (isChanged) {
    const partner = await findPartner(transaction, programId, partnerId)
    if (partner !== undefined) await notifyApproval(transaction, programId, partner, at)
  }
  if ((await countLinks(transaction, programId, partnerId)) === 0)
    await reserveLink(context, { partnerId, name })
  return partnerId
}
