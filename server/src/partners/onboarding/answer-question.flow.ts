import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { readToken } from '../../core/privacy/token.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { notifyOfApplication } from '../enrollments/application-mails.flow.ts'
import {
  type ApplicationRow,
  addStep,
  findApplication,
  listSteps,
  lockApplication,
} from '../enrollments/applications.sql.ts'

/** The question a reply link is for. */
export interface OpenQuestion {
  applicationId: number
  /** The application version created by the question. Any later version invalidates the link. */
  version: number
}

/** Loads a question that can still be answered. */
export async function findQuestion(
  { database: { kysely }, config }: Pick<Deps, 'database' | 'config'>,
  program: ProgramRow,
  { token, realNow }: { token: string; realNow: Date },
): Promise<{ requested: OpenQuestion; question: string } | undefined> {
  const signed = { now: realNow, appSecret: config.appSecret }
  const [programId, applicationId, version] = readToken('application_answer', token, signed) ?? []
  if (programId !== program.id || applicationId === undefined || version === undefined) return undefined
  const requested = { applicationId, version }
  const application = await findApplication(kysely, program.id, requested.applicationId)
  if (!isOpen(application, requested)) return undefined
  const steps = await listSteps(kysely, program.id, requested.applicationId)
  const question = steps.findLast(({ kind }) => kind === 'info_requested')?.message
  return question === undefined || question === null ? undefined : { requested, question }
}

/**
 * Saves the answer to a question.
 * @returns false if it was already answered or the application was decided
 */
export function answerQuestion(
  deps: Deps,
  program: ProgramRow,
  { requested, answer }: { requested: OpenQuestion; answer: string },
): Promise<boolean> {
  return withTransaction(deps, async (transaction) => {
    const application = await lockApplication(transaction, program.id, { id: requested.applicationId })
    if (application === undefined || !isOpen(application, requested)) return false
    const at = deps.clock.now()
    const step = await addStep(
      transaction,
      application,
      { kind: 'answered', actorId: null, message: answer, at },
      { status: 'pending' },
    )
    const context = { deps, transaction, programId: program.id, at }
    await notifyOfApplication(context, program, step, { waits: true })
    return true
  })
}

function isOpen(application: ApplicationRow | undefined, { version }: OpenQuestion): boolean {
  return application?.status === 'info_requested' && application.version === version
}
