import {
  commandActor,
  contextWithActor,
  type TransactionContext,
  withTransaction,
} from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import type { Currency } from '../../core/money/currency.ts'
import { notifyPartners } from '../../notifications/mail/notify-partners.flow.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { type ClaimedOrder, saveClaimedSale } from './approve-claim.flow.ts'
import type { ClaimObstacle } from './claim.ts'
import { ClaimRejectedError, WrongChoiceError } from './claim-rejected.ts'
import { type ClaimRow, closeClaim, findClaimedCommission, lockClaim } from './claims.sql.ts'

export type DecidedClaim = { kind: 'decided'; claim: ClaimRow } | UndecidedClaim

export type UndecidedClaim =
  | { kind: 'none' }
  /** Another request decided the claim first. */
  | { kind: 'closed'; claim: ClaimRow }
  | { kind: 'rejected'; obstacle: ClaimObstacle }
  | { kind: 'wrong_choice'; field: string; message: string }

export interface ApprovalInput {
  claimId: number
  actorId: string
  /** The order of a claim that is only about a day. */
  transactionId: string | undefined
  chosen: ClaimedOrder['chosen']
  message: string | null
}

/** Approves an open claim. Its order becomes the partner's sale, with the usual commission. */
export async function approveClaim(
  deps: Deps,
  program: ProgramRow,
  approval: ApprovalInput,
): Promise<DecidedClaim> {
  const { claimId, actorId, chosen, message } = approval
  return catchRejection(
    withTransaction(deps, async (transaction) => {
      const at = deps.clock.now()
      const claim = await lockClaim(transaction, program.id, claimId)
      if (claim === undefined) return { kind: 'none' }
      if (claim.state !== 'open') return { kind: 'closed', claim }
      const context = { deps, transaction, programId: program.id, at }
      const transactionId = chooseOrder(claim, approval.transactionId)
      const claimedOrder = { partnerId: claim.partner_id, transactionId, actorId, chosen }
      const sale_id = await saveClaimedSale(context, claimedOrder)
      const end = { state: 'approved', sale_id, message, decided_by: actorId, closed_at: at } as const
      return close(context, program, claim, end)
    }),
  )
}

/** What an approval would create. */
export interface ClaimedCommission {
  amount_cents: number
  currency: Currency
  hold_until: Date
}

/** Returns the commission that an approval would create: approves the claim and rolls back. */
export async function previewApproval(
  deps: Deps,
  program: ProgramRow,
  { claimId, actorId, transactionId, chosen }: Omit<ApprovalInput, 'message'>,
): Promise<UndecidedClaim | { kind: 'preview'; commission: ClaimedCommission }> {
  // A GET has no audit action, which the changes require. Their entries are rolled back as well.
  const actor = commandActor('claim.approve', deps.clock)
  try {
    return await catchRejection(
      withTransaction(contextWithActor(deps, actor), async (transaction): Promise<UndecidedClaim> => {
        const claim = await lockClaim(transaction, program.id, claimId)
        if (claim === undefined) return { kind: 'none' }
        if (claim.state !== 'open') return { kind: 'closed', claim }
        const context = { deps, transaction, programId: program.id, at: deps.clock.now() }
        const saleId = await saveClaimedSale(context, {
          partnerId: claim.partner_id,
          transactionId: chooseOrder(claim, transactionId),
          actorId,
          chosen,
        })
        throw new PreviewError(await findClaimedCommission(transaction, program.id, saleId))
      }),
    )
  } catch (error) {
    if (error instanceof PreviewError) return { kind: 'preview', commission: error.commission }
    throw error
  }
}

/** Rolls back a preview. */
class PreviewError extends Error {
  readonly commission: ClaimedCommission

  constructor(commission: ClaimedCommission) {
    super('The preview is rolled back.')
    this.commission = commission
  }
}

/** Rejects an open claim with a reply to the partner. */
export function rejectClaim(
  deps: Deps,
  program: ProgramRow,
  { claimId, actorId, message }: { claimId: number; actorId: string; message: string },
): Promise<DecidedClaim> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    const claim = await lockClaim(transaction, program.id, claimId)
    if (claim === undefined) return { kind: 'none' }
    if (claim.state !== 'open') return { kind: 'closed', claim }
    const context = { deps, transaction, programId: program.id, at }
    const end = { state: 'rejected', message, decided_by: actorId, closed_at: at } as const
    return close(context, program, claim, end)
  })
}

/** @throws {ClaimRejectedError | WrongChoiceError} */
function chooseOrder({ transaction_id }: ClaimRow, transactionId: string | undefined): string {
  if (transaction_id === null) {
    if (transactionId === undefined) throw new ClaimRejectedError('no_order_named')
    return transactionId
  }
  if (transactionId === undefined || transactionId === transaction_id) return transaction_id
  throw new WrongChoiceError('transactionId', 'The claim is about an order. Omit transactionId.')
}

async function close(
  { deps, transaction, programId, at }: TransactionContext,
  program: ProgramRow,
  claim: ClaimRow,
  end: Extract<Parameters<typeof closeClaim>[2], { message: string | null }>,
): Promise<DecidedClaim> {
  const claimRow = await closeClaim(transaction, claim, end)
  if (claimRow === undefined) throw new WriteConflictError()
  await notifyPartners({ ...deps, clock: { now: () => at } }, transaction, program, [
    {
      kind: 'claim_decided',
      cause: `claim_decided:${programId}:${claim.id}`,
      partnerId: claim.partner_id,
      data: {
        programId,
        programName: program.name,
        claimId: claim.id,
        decision: end.state,
        claimedAt: claim.created_at.toISOString(),
      },
    },
  ])
  return { kind: 'decided', claim: claimRow }
}

async function catchRejection<Decision extends DecidedClaim>(
  decision: Promise<Decision>,
): Promise<Decision | UndecidedClaim> {
  try {
    return await decision
  } catch (error) {
    if (error instanceof ClaimRejectedError) return { kind: 'rejected', obstacle: error.obstacle }
    if (error instanceof WrongChoiceError) {
      return { kind: 'wrong_choice', field: error.field, message: error.message }
    }
    throw error
  }
}
