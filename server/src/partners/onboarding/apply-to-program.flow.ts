import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import type { JoinMode, Language } from '../../core/enums.ts'
import { hashPermanentSecret } from '../../core/privacy/token.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { notifyApplicant, notifyOfApplication } from '../enrollments/application-mails.flow.ts'
import {
  type ApplicationRow,
  addStep,
  countApplicationSteps,
  insertApplication,
  insertStep,
  lockApplication,
  setApplicationPartner,
} from '../enrollments/applications.sql.ts'
import { findPartner, findPartnerIdByEmail } from '../enrollments/partners.sql.ts'
import { admitApplicant } from './admit-applicant.flow.ts'
import type { ReadForm } from './application-form.rule.ts'
import { applicationResult, decideAdmission } from './join-decision.rule.ts'
import {
  consumeJoinInvitation,
  findOpenJoinInvitation,
  type JoinInvitationRow,
} from './join-invitations.sql.ts'
import { onboardingLimits } from './limits.ts'

export interface ApplicationInput {
  form: ReadForm
  mode: JoinMode
  termsVersion: number | null
  language: Language
  token: string | undefined
}

/** The response to an application, which doesn't depend on its outcome. */
export type ApplicationResult = 'taken' | 'invitation_ended'

/**
 * Handles an application. Only the team and the email's recipient learn the outcome, so that the sender can't find out
 * whether an email has applied, is a partner or was rejected.
 * @param realNow the real time, which applications use even in a sandbox
 */
export function applyToProgram(
  deps: Deps,
  program: ProgramRow,
  input: ApplicationInput,
  realNow: Date,
): Promise<ApplicationResult> {
  return withTransaction(deps, async (transaction) => {
    const invitation =
      input.token === undefined
        ? undefined
        : await findOpenJoinInvitation(
            transaction,
            program.id,
            hashPermanentSecret('partner_invitation', input.token),
            realNow,
          )
    if (input.token !== undefined && invitation === undefined) return 'invitation_ended'
    const context = { deps, transaction, programId: program.id, at: deps.clock.now() }
    await submit(context, program, input, invitation)
    return 'taken'
  })
}

/** Locks the application for an email. The first request creates it. */
async function submit(
  context: TransactionContext,
  program: ProgramRow,
  { form, mode, termsVersion, language }: ApplicationInput,
  invitation: JoinInvitationRow | undefined,
): Promise<void> {
  const { transaction, programId, at } = context
  const inserted = await insertApplication(transaction, {
    program_id: programId,
    ...form,
    terms_version: termsVersion,
    language,
    invitation_id: invitation?.id ?? null,
    status: 'pending',
    at,
  })
  if (inserted !== undefined) await insertStep(transaction, inserted, { kind: 'applied', actorId: null, at })
  const earlier =
    inserted === undefined ? await lockApplication(transaction, programId, { email: form.email }) : undefined
  const application = inserted ?? earlier
  if (application === undefined) throw new WriteConflictError('the application was deleted in the meantime')
  const partner = await findPartnerByEmail(context, form.email)
  const outcome = decideAdmission({
    mode,
    earlier: earlier?.status,
    partner: partner?.status,
    invitation: invitation && (invitation.email === form.email ? 'named' : 'unnamed'),
  })
  const updatedApplication = earlier === undefined ? application : await recordRepeat(context, earlier, form)
  // The invitation is used even if the applicant is rejected, because an unused one would reveal the rejection.
  if (invitation !== undefined && !(await consumeJoinInvitation(transaction, programId, invitation.id, at))) {
    throw new WriteConflictError('the invitation was used in the meantime')
  }
  if (outcome === 'approve') {
    await admitWithoutReview(context, program, updatedApplication, {
      invitation,
      wasPartner: partner?.status === 'approved',
    })
  }
  if (outcome === 'wait') {
    if (partner !== undefined)
      await setApplicationPartner(transaction, updatedApplication, partner.partner_id)
    await notifyApplicant(context, program, updatedApplication, { kind: 'application_received' })
    await notifyOfApplication(context, program, updatedApplication, { waits: true })
  }
  if (outcome === 'note') {
    const earlierResult = applicationResult(updatedApplication.status, partner?.status)
    await notifyApplicant(context, program, updatedApplication, {
      kind: 'application_received',
      earlier: earlierResult,
    })
  }
}

async function findPartnerByEmail({ transaction, programId }: TransactionContext, email: string) {
  const id = await findPartnerIdByEmail(transaction, programId, email)
  return id === undefined ? undefined : findPartner(transaction, programId, id)
}

/** Records a repeated application in the history, up to a limit. The original application doesn't change. */
async function recordRepeat(
  { transaction, at }: TransactionContext,
  application: ApplicationRow,
  { answers }: ReadForm,
): Promise<ApplicationRow> {
  const times = await countApplicationSteps(transaction, application, 'applied_again')
  if (times >= onboardingLimits.applicationsNoted) return application
  return addStep(transaction, application, { kind: 'applied_again', actorId: null, answers, at })
}

async function admitWithoutReview(
  context: TransactionContext,
  program: ProgramRow,
  application: ApplicationRow,
  { invitation, wasPartner }: { invitation: JoinInvitationRow | undefined; wasPartner: boolean },
): Promise<void> {
  if (application.status === 'approved') return
  if (invitation !== undefined) {
    const message = `Invited by ${invitation.inviter_name}.`
    const by = { actorId: invitation.invited_by, message, invitationId: invitation.id }
    await admitApplicant(context, program, application, by)
  } else {
    const message = wasPartner ? 'Already a partner.' : 'Approved automatically.'
    await admitApplicant(context, program, application, { actorId: null, message })
  }
  if (!wasPartner) await notifyOfApplication(context, program, application, { waits: false })
}
