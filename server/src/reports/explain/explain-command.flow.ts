import Type from 'typebox'
import { StartError } from '../../core/errors/start-error.ts'
import type { ServiceCommand } from '../../core/processes/control-socket.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { explain } from './explain.flow.ts'
import { type PresentedExplanation, presentExplanation } from './explanation-text.rule.ts'
import { hashedQuery } from './hashed-query.rule.ts'

/** The process with the database hashes the email, because it has the secret. */
const ExplainInput = Type.Object({
  programId: Type.Integer(),
  query: Type.Object({
    by: Type.Enum(['transactionId', 'customerKey', 'clickId', 'email']),
    value: Type.String(),
  }),
})

/** @throws {StartError} if the program doesn't exist */
export const EXPLAIN: ServiceCommand<typeof ExplainInput, PresentedExplanation> = {
  name: 'explain',
  input: ExplainInput,
  async run(deps, { programId, query: sent }) {
    const program = await findProgram(deps.database.kysely, programId)
    if (program === undefined) throw new StartError(`There is no program ${programId}.`)
    const query = hashedQuery(sent, deps.config.appSecret)
    return presentExplanation(await explain(deps, { program, query, isWorkspaceWide: true }), program)
  },
}
