import type { Transaction } from 'kysely'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Language } from '../../core/enums.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { CLOSED_ADDRESS_BYTES, closedAccountAddress } from '../../notifications/mail/closed-address.rule.ts'
import { mailLimits } from '../../notifications/mail/limits.ts'
import { writeMails } from '../../notifications/mail/write-mails.flow.ts'
import { addStep, lockApplication } from '../../partners/enrollments/applications.sql.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import {
  type EnrollmentRow,
  listProgramEnrollments,
} from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { programInstant } from '../../workspace/programs/program-clock.rule.ts'
import {
  type AccountApplication,
  beginErasingPartner,
  CLOSED_NAME,
  cancelPendingDetails,
  closePartnerAccount,
  closeProgramEnrollments,
  eraseApplication,
  eraseInvitations,
  eraseMails,
  eraseNotes,
  eraseOwnClaims,
  erasePortalAccess,
  eraseProgramLogs,
  eraseRejectionMessages,
  eraseWorkspaceLog,
  listApplicationsByEmail,
  listProgramsAppliedTo,
  lockPartnerAccount,
  lockPartnersByEmail,
  lockProgramsInOrder,
  type PartnerIds,
  type Pseudonym,
  recordClosing,
  renamePartner,
} from './close-account.sql.ts'
import { hasBalanceDue, type RemainingBalances, readRemainingBalances } from './closing-summary.flow.ts'
import { partnerPortalLimits } from './limits.ts'

export interface ClosingInput {
  accountId: number
  /** Confirms that the remaining balance is paid after the account is closed. */
  leavesBalance: boolean
  /** Language of the last email. By the time it is sent, the account no longer stores its language. */
  language?: Language | null
  requestId: string
}

export type ClosedAccount =
  | { kind: 'closed'; at: Date; programs: number }
  /** Another request closed the account first. */
  | { kind: 'gone' }
  /** A balance remains and the partner didn't confirm it; nothing was written. */
  | { kind: 'owed'; left: RemainingBalances[] }

/**
 * Closes a partner's account in all programs in one transaction. Personal data is replaced by pseudonyms. Earnings,
 * payouts and statements remain, and balances are paid as before.
 */
export function closeAccount(deps: Deps, input: ClosingInput): Promise<ClosedAccount> {
  return withTransaction<ClosedAccount>(deps, async (transaction) => {
    const email = await lockPartnerAccount(transaction, input.accountId)
    if (email === undefined) return { kind: 'gone' }
    // Locks are taken in the global order: applications, then partners, then programs.
    const appliedProgramIds = await listProgramsAppliedTo(transaction, email)
    const applications = await listApplicationsByEmail(transaction, email, appliedProgramIds)
    for (const { program_id, id } of applications) await lockApplication(transaction, program_id, { id })
    const partners = await lockPartnersByEmail(transaction, email)
    const programs = await listProgramEnrollments(
      transaction,
      { email, workspace_id: null },
      partnerPortalLimits.closedPrograms + 1,
    )
    if (programs.length > partnerPortalLimits.closedPrograms) {
      throw new Error(`a partner has more than ${partnerPortalLimits.closedPrograms} programs`)
    }
    await lockProgramsInOrder(
      transaction,
      programs.map(({ id }) => id),
    )
    // Locked last, because a long transaction in one program would otherwise block programs in other workspaces.
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const remainingBalances = await readRemainingBalances(transaction, programs)
    if (remainingBalances.some(hasBalanceDue) && !input.leavesBalance)
      return { kind: 'owed', left: remainingBalances }

    await beginErasingPartner(transaction)
    const context: ClosingContext = {
      deps,
      transaction,
      email,
      at: deps.clock.now(),
      pseudonyms: new Map(),
      closing: input,
    }
    for (const { workspace_id, id } of partners) {
      const pseudonym = pseudonymize(context, workspace_id, `${CLOSED_NAME} ${id}`)
      await renamePartner(transaction, { workspace_id, id }, { ...pseudonym, at: context.at })
      await eraseWorkspaceLog(transaction, { workspace_id, id })
    }
    await endEnrollments(context, programs)
    for (const application of applications) {
      const program = programs.find(({ id }) => id === application.program_id)
      await endApplication(context, application, program?.workspace_id)
    }
    await endRemaining(context)
    await closePartnerAccount(transaction, input.accountId, context.at)
    await notifyOfClosing(context, remainingBalances.some(hasBalanceDue))
    return { kind: 'closed', at: context.at, programs: programs.length }
  })
}

interface ClosingContext {
  deps: Deps
  transaction: Transaction<Schema>
  email: string
  at: Date
  /** One pseudonym per workspace, so that two workspaces can't find out that they had the same partner. */
  pseudonyms: Map<string, Pseudonym>
  closing: ClosingInput
}

function pseudonymize({ deps, pseudonyms }: ClosingContext, workspaceId: string, name: string): Pseudonym {
  const pseudonym = { name, email: anotherAddress(deps) }
  pseudonyms.set(workspaceId, pseudonym)
  return pseudonym
}

function anotherAddress({ ids }: Pick<Deps, 'ids'>): string {
  return closedAccountAddress(ids.bytes(CLOSED_ADDRESS_BYTES))
}

async function endEnrollments(
  { transaction, at, closing }: ClosingContext,
  programs: readonly EnrollmentRow[],
): Promise<void> {
  const partnerIds = toPartnerIds(programs)
  await closeProgramEnrollments(transaction, partnerIds, at)
  // The partner can no longer cancel a change of payout details, so the previous ones stay in use.
  for (const aheadMs of new Set(programs.map(({ clock_ahead_ms }) => clock_ahead_ms))) {
    const sameClockPrograms = programs.filter(({ clock_ahead_ms }) => clock_ahead_ms === aheadMs)
    await cancelPendingDetails(
      transaction,
      toPartnerIds(sameClockPrograms),
      programInstant(at, { clock_ahead_ms: aheadMs }),
    )
  }
  await eraseNotes(transaction, partnerIds)
  await eraseOwnClaims(transaction, partnerIds, at)
  const auditTargets = { types: ['partner', 'payout_details'], ids: partnerIds.partnerIds } as const
  await eraseProgramLogs(transaction, partnerIds.programIds, auditTargets)
  await eraseRejectionMessages(transaction, partnerIds)
  await recordClosing(transaction, partnerIds, { at, requestId: closing.requestId })
}

function toPartnerIds(programs: readonly EnrollmentRow[]): PartnerIds {
  return {
    programIds: programs.map(({ id }) => id),
    partnerIds: [...new Set(programs.map(({ partner_id }) => partner_id))],
  }
}

/** Rejects a pending application. */
async function endApplication(
  { deps, transaction, at, pseudonyms }: ClosingContext,
  { program_id, id }: AccountApplication,
  workspaceId: string | undefined,
): Promise<void> {
  const partnerPseudonym = workspaceId === undefined ? undefined : pseudonyms.get(workspaceId)
  const pseudonym = partnerPseudonym ?? { name: CLOSED_NAME, email: anotherAddress(deps) }
  await eraseApplication(transaction, { program_id, id }, pseudonym)
  await eraseProgramLogs(transaction, [program_id], { types: ['application'], ids: [id] })
  const application = await lockApplication(transaction, program_id, { id })
  if (application?.status !== 'pending' && application?.status !== 'info_requested') return
  const message = 'The applicant closed their account.'
  await addStep(
    transaction,
    application,
    { kind: 'rejected', actorId: null, message, at },
    { status: 'rejected' },
  )
}

/** Ends applications and invitations for the email that have no partner. */
async function endRemaining({ deps, transaction, email, at, closing }: ClosingContext): Promise<void> {
  const pseudonym = anotherAddress(deps)
  // An invitation may have arrived in the meantime.
  const invitedProgramIds = await listProgramsAppliedTo(transaction, email)
  const invitations = await eraseInvitations(transaction, invitedProgramIds, { email, pseudonym, at })
  for (const { program_id, id } of invitations) {
    await eraseProgramLogs(transaction, [program_id], { types: ['partner_invitation'], ids: [id] })
  }
  await eraseMails(transaction, { email, pseudonym, name: CLOSED_NAME })
  await erasePortalAccess(transaction, { accountId: closing.accountId, email })
}

/** Sends the last email. The address is only stored with it, and deleted after it was sent. */
async function notifyOfClosing(
  { deps, transaction, email, at, closing }: ClosingContext,
  isOwed: boolean,
): Promise<void> {
  await writeMails(deps, transaction, [
    {
      kind: 'partner_account_closed',
      cause: `partner_account_closed:${closing.accountId}`,
      recipient: email,
      ...(closing.language ? { language: closing.language } : {}),
      workspaceId: null,
      programId: null,
      data: { at: at.toISOString(), isOwed },
      expiresAt: new Date(at.getTime() + mailLimits.mailSendDays * DAY_MS),
    },
  ])
}
