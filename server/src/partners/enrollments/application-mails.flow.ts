import type { TransactionContext } from '../../core/database/transaction.ts'
import type { ApplicationStatus } from '../../core/enums.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { mailLimits } from '../../notifications/mail/limits.ts'
import type { NewMail } from '../../notifications/mail/mail.ts'
import { notifyMembers } from '../../notifications/mail/notify-members.flow.ts'
import { writeMails } from '../../notifications/mail/write-mails.flow.ts'
import { findBrand } from '../../workspace/branding/brands.sql.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { ApplicationRow } from './applications.sql.ts'
import { readWelcomeData, type WelcomeData } from './welcome-data.flow.ts'

/** A notification to an applicant. A question includes the token for the reply. */
export type ApplicantNotice =
  | { kind: 'application_received' | 'application_approved' }
  /** The address applied again. `earlier` is the status of its application. */
  | { kind: 'application_received'; earlier: ApplicationStatus }
  | { kind: 'application_rejected'; reason: string | null }
  | { kind: 'application_question'; question: string; token: string; expiresAt: Date }

/** Queues the email to an applicant, once per version of the application. Sandboxes send none. */
export async function notifyApplicant(
  context: TransactionContext,
  program: ProgramRow,
  application: ApplicationRow,
  notice: ApplicantNotice,
): Promise<void> {
  const { deps, transaction, at } = context
  if (deps.config.mail === undefined || !hasExternalEffects(program)) return
  const slug = (await findBrand(transaction, program.id))?.slug ?? ''
  const { partner_id } = application
  const ids = notice.kind === 'application_approved' && partner_id !== null ? [partner_id] : []
  const welcome = (await readWelcomeData(transaction, program, ids))(partner_id ?? 0)
  const clock = { now: () => at }
  await writeMails({ ...deps, clock }, transaction, [
    {
      ...toMail(notice, { programId: program.id, programName: program.name, slug, welcome }),
      cause: mailCause(notice, program, application, at),
      recipient: application.email,
      language: application.language,
      workspaceId: program.workspace_id,
      programId: program.id,
      expiresAt: new Date(at.getTime() + mailLimits.mailSendDays * DAY_MS),
    },
  ])
}

/** Repeated applications send one email a day, because anyone can send them with someone else's address. */
function mailCause(
  notice: ApplicantNotice,
  program: ProgramRow,
  { id, version }: ApplicationRow,
  at: Date,
): string {
  const deduplicationKey = `${notice.kind}:${program.id}:${id}`
  return 'earlier' in notice
    ? `${deduplicationKey}:again:${at.toISOString().slice(0, 10)}`
    : `${deduplicationKey}:${version}`
}

type ApplicationMail = NewMail extends infer Mail
  ? Mail extends NewMail
    ? Pick<Mail, 'kind' | 'data'> & { secret?: string }
    : never
  : never

interface NoticeProgram {
  programId: number
  programName: string
  slug: string
}

function toMail(
  notice: ApplicantNotice,
  { welcome, ...of }: NoticeProgram & { welcome: WelcomeData },
): ApplicationMail {
  switch (notice.kind) {
    case 'application_received':
      return { kind: notice.kind, data: { ...of, ...('earlier' in notice && { earlier: notice.earlier }) } }
    case 'application_approved':
      return { kind: notice.kind, data: { ...of, ...welcome } }
    case 'application_rejected':
      return { kind: notice.kind, data: { ...of, reason: notice.reason } }
    case 'application_question': {
      const { kind, question, token, expiresAt } = notice
      return { kind, data: { ...of, question, expiresAt: expiresAt.toISOString() }, secret: token }
    }
  }
}

/** Notifies members who manage partners about a new application. */
export async function notifyOfApplication(
  { deps, transaction, at }: TransactionContext,
  program: ProgramRow,
  { id, name, email, website, version }: ApplicationRow,
  { waits }: { waits: boolean },
): Promise<void> {
  await notifyMembers({ ...deps, clock: { now: () => at } }, transaction, {
    program,
    permission: 'partner:manage',
    // Includes the version, so that members are also notified about a reply to a question.
    cause: `new_application:${program.id}:${id}:${version}`,
    notice: {
      kind: 'new_application',
      data: {
        programId: program.id,
        programName: program.name,
        applicationId: id,
        name,
        email,
        website,
        waits,
      },
    },
  })
}
