import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { signToken } from '../../core/privacy/token.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { isClosedAddress } from '../../notifications/mail/closed-address.rule.ts'
import { findBrand } from '../../workspace/branding/brands.sql.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { notifyApplicant } from '../enrollments/application-mails.flow.ts'
import { type ApplicationRow, addStep, lockApplication } from '../enrollments/applications.sql.ts'
import { findPartnerIdByEmail, setPartnerStatus } from '../enrollments/partners.sql.ts'
import { admitApplicant } from './admit-applicant.flow.ts'
import { onboardingLimits } from './limits.ts'

export type Decision =
  | { kind: 'approve' }
  | { kind: 'reject'; reason: string | null }
  | { kind: 'ask'; question: string }

export interface DecisionInput {
  applicationId: number
  /** The version that was reviewed. */
  version: number
  decision: Decision
  actorId: string
}

export type DecisionOutcome =
  | { kind: 'decided'; application: ApplicationRow; token?: string }
  | { kind: 'none' }
  /** Someone else changed the application, or there is nothing to decide; nothing was written. */
  | {
      kind: 'changed' | 'is_that_already' | 'not_waiting' | 'no_join_page' | 'closed'
      application: ApplicationRow
    }

/**
 * Approves or rejects an application or asks the applicant a question, based on the version that was reviewed. If two
 * decisions are concurrent, the second one fails.
 * @param realNow the real time, from which a question's deadline is computed
 */
export function decideApplication(
  deps: Deps,
  program: ProgramRow,
  input: DecisionInput,
  realNow: Date,
): Promise<DecisionOutcome> {
  return withTransaction(deps, async (transaction) => {
    const { applicationId, version, decision, actorId } = input
    const application = await lockApplication(transaction, program.id, { id: applicationId })
    if (application === undefined) return { kind: 'none' }
    if (application.version !== version) return { kind: 'changed', application }
    if (isClosedAddress(application.email)) return { kind: 'closed', application }
    const context = { deps, transaction, programId: program.id, at: deps.clock.now() }
    switch (decision.kind) {
      case 'approve': {
        if (application.status === 'approved') return { kind: 'is_that_already', application }
        const approved = await admitApplicant(context, program, application, { actorId, message: null })
        return { kind: 'decided', application: approved }
      }
      case 'reject':
        if (application.status === 'rejected') return { kind: 'is_that_already', application }
        return {
          kind: 'decided',
          application: await rejectApplicant(context, program, application, {
            actorId,
            reason: decision.reason,
          }),
        }
      case 'ask': {
        const isWaiting = application.status === 'pending' || application.status === 'info_requested'
        if (!isWaiting) return { kind: 'not_waiting', application }
        // A reply link needs the join page, because its URL is below the page's URL.
        const slug = (await findBrand(transaction, program.id))?.slug ?? null
        if (slug === null) return { kind: 'no_join_page', application }
        const until = new Date(realNow.getTime() + onboardingLimits.applicantAnswerDays * DAY_MS)
        return askQuestion(context, program, application, { actorId, question: decision.question, until })
      }
    }
  })
}

/** Rejects a locked application and the existing partner with its email, and notifies the applicant. */
export async function rejectApplicant(
  context: TransactionContext,
  program: ProgramRow,
  application: ApplicationRow,
  { actorId, reason }: { actorId: string; reason: string | null },
): Promise<ApplicationRow> {
  const { transaction, programId, at } = context
  const partnerId = await findPartnerIdByEmail(transaction, programId, application.email)
  if (partnerId !== undefined) {
    await setPartnerStatus(transaction, programId, partnerId, { status: 'rejected', decided_at: at })
  }
  const step = await addStep(
    transaction,
    application,
    { kind: 'rejected', actorId, message: reason, at },
    { status: 'rejected', ...(partnerId === undefined ? {} : { partner_id: partnerId }) },
  )
  await notifyApplicant(context, program, step, { kind: 'application_rejected', reason })
  return step
}

async function askQuestion(
  context: TransactionContext,
  program: ProgramRow,
  application: ApplicationRow,
  { actorId, question, until }: { actorId: string; question: string; until: Date },
): Promise<DecisionOutcome> {
  const { deps, transaction, at } = context
  const step = await addStep(
    transaction,
    application,
    { kind: 'info_requested', actorId, message: question, at },
    { status: 'info_requested' },
  )
  const { appSecret } = deps.config
  const subject = [program.id, step.id, step.version] as const
  const token = signToken('application_answer', subject, { expiresAt: until, appSecret })
  const notice = { kind: 'application_question', question, token, expiresAt: until } as const
  await notifyApplicant(context, program, step, notice)
  return { kind: 'decided', application: step, token }
}
