import type { TransactionContext } from '../../core/database/transaction.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { mailLimits } from '../../notifications/mail/limits.ts'
import { writeMails } from '../../notifications/mail/write-mails.flow.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { enrollmentLimits } from './limits.ts'
import { countWelcomeMails, WELCOME_CAUSE } from './partner-import.sql.ts'
import { readWelcomeData } from './welcome-data.flow.ts'

/** The number of partners who get an email, counted from the first, and why the others don't. */
interface WelcomeResult {
  mailed: number
  why: 'sandbox' | 'no_mail_server' | 'limit' | undefined
}

/**
 * Emails partners added by the team their link and how to sign in. Sends emails in order, as many as the
 * workspace's daily limit allows. Uses the real clock, like all emails.
 */
export async function welcomePartners(
  context: TransactionContext,
  program: ProgramRow,
  partners: readonly { partnerId: number; email: string }[],
): Promise<WelcomeResult> {
  const { deps, transaction, programId, at } = context
  if (!hasExternalEffects(program)) return { mailed: 0, why: 'sandbox' }
  if (deps.config.mail === undefined) return { mailed: 0, why: 'no_mail_server' }
  const since = new Date(at.getTime() - DAY_MS)
  const mailed = await countWelcomeMails(transaction, { workspaceId: program.workspace_id, since })
  const now = partners.slice(0, Math.max(0, enrollmentLimits.welcomeMailsEach - mailed))
  const welcomeDataFor = await readWelcomeData(
    transaction,
    program,
    now.map(({ partnerId }) => partnerId),
  )
  await writeMails(
    { ...deps, clock: { now: () => at } },
    transaction,
    now.map(({ email, partnerId }) => ({
      kind: 'application_approved' as const,
      data: { programId, programName: program.name, ...welcomeDataFor(partnerId) },
      cause: `${WELCOME_CAUSE}${programId}:${partnerId}`,
      recipient: email,
      workspaceId: program.workspace_id,
      programId,
      expiresAt: new Date(at.getTime() + mailLimits.mailSendDays * DAY_MS),
    })),
  )
  return { mailed: now.length, why: now.length === partners.length ? undefined : 'limit' }
}
