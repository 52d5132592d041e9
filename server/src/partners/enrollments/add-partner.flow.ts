import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { NO_CURRENCY } from '../../core/money/currency.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { freeSignInSlot } from '../../notifications/mail/mails.sql.ts'
import { signInSlot } from '../../notifications/mail/sign-in-slot.rule.ts'
import { addDailyStats } from '../../statistics/daily-stats.sql.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { lockApplication, setApplicationPartner } from './applications.sql.ts'
import { CodeTakenError, reserveLink } from './create-link.flow.ts'
import { notifyApproval } from './decide-partner.flow.ts'
import { endApplication } from './end-application.flow.ts'
import type { LinkRow } from './links.sql.ts'
import { findOrInsertPartner, findPartner, insertEnrollment, type PartnerRow } from './partners.sql.ts'
import { welcomePartners } from './welcome-partners.flow.ts'

export interface PartnerInput {
  name: string
  /** The canonical form, in which an email identifies one partner per workspace. */
  email: string
  /** The first link's code; generated from the name if missing. */
  code?: string | undefined
  approved?: boolean | undefined
  /** Whether to email an approved partner their link and sign-in instructions. */
  mail?: boolean | undefined
  /** The actor to record if this ends an application. */
  actorId?: string | undefined
  /** The shard of the daily statistics that counts the partner; random if missing. */
  shard?: number | undefined
}

export type AddedPartner =
  | { kind: 'added'; partner: PartnerRow; link: LinkRow; isMailed?: boolean }
  | { kind: 'partner_exists'; partnerId: number }
  | { kind: 'code_taken' }

/**
 * Adds a partner and their first link to a program and to the statistics of the local day, in one transaction. A
 * partner who is already in another program in the workspace is reused.
 */
export async function addPartner(deps: Deps, programId: number, input: PartnerInput): Promise<AddedPartner> {
  try {
    return await withTransaction(deps, async (transaction) =>
      add({ deps, transaction, programId, at: deps.clock.now() }, input),
    )
  } catch (error) {
    if (error instanceof CodeTakenError) return { kind: 'code_taken' }
    throw error
  }
}

/** Also ends the application with the same email, if any. The application is locked before the partner. */
async function add(context: TransactionContext, input: PartnerInput): Promise<AddedPartner> {
  const { transaction, programId } = context
  const application = await lockApplication(transaction, programId, { email: input.email })
  const addition = await addPartnerInTransaction(context, input)
  if (addition.kind !== 'added') return addition
  const { partner_id: partnerId, status } = addition.partner
  if (application !== undefined && status !== 'approved')
    await setApplicationPartner(transaction, application, partnerId)
  if (application !== undefined && status === 'approved') {
    const by = { decision: 'approved', partnerId, actorId: input.actorId ?? null } as const
    await endApplication(context, application, by)
    // The applicant gets the email about the approval, which contains the same information.
    return addition
  }
  return status === 'approved' && input.mail === true ? welcome(context, addition) : addition
}

async function welcome(
  context: TransactionContext,
  added: Extract<AddedPartner, { kind: 'added' }>,
): Promise<AddedPartner> {
  const program = await findProgram(context.transaction, context.programId)
  if (program === undefined) throw new Error(`program ${context.programId} no longer exists`)
  const { partner_id: partnerId, email } = added.partner
  const { mailed } = await welcomePartners(context, program, [{ partnerId, email }])
  return { ...added, isMailed: mailed > 0 }
}

/**
 * Adds a partner in the caller's transaction, which must roll back if this throws.
 * @throws {CodeTakenError} like `reserveLink`
 * @throws {WriteConflictError} also if the program's days were recalculated for another time zone in the meantime
 */
export async function addPartnerInTransaction(
  context: TransactionContext,
  input: PartnerInput,
): Promise<Exclude<AddedPartner, { kind: 'code_taken' }>> {
  const { transaction, programId, at } = context
  const program = await findProgram(transaction, programId)
  if (program === undefined) throw new Error(`program ${programId} no longer exists`)
  const partnerId = await findOrInsertPartner(transaction, {
    workspace_id: program.workspace_id,
    name: input.name,
    email: input.email,
    created_at: at,
  })
  const day = reportDay(at, program.time_zone)
  const isNew = await insertEnrollment(transaction, {
    program_id: programId,
    partner_id: partnerId,
    workspace_id: program.workspace_id,
    status: input.approved === true ? 'approved' : 'pending',
    created_at: at,
    created_day: day,
    decided_at: input.approved === true ? at : null,
  })
  if (!isNew) return { kind: 'partner_exists', partnerId }
  await freeSignInSlot(transaction, signInSlot(at).cause, [input.email])
  const link = await reserveLink(context, { partnerId, code: input.code, name: input.name })
  const statDelta = {
    timeZone: program.time_zone,
    deltas: [{ day, currency: NO_CURRENCY, partners: 1 } as const],
    shard: input.shard ?? randomShard(context.deps.ids),
  }
  if (!(await addDailyStats(transaction, programId, statDelta))) throw new WriteConflictError()
  const partner = await findPartner(transaction, programId, partnerId)
  if (partner === undefined) throw new Error(`partner ${partnerId} is missing after it was added`)
  if (partner.status === 'approved') await notifyApproval(transaction, programId, partner, at)
  return { kind: 'added', partner, link }
}
