import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import type { ServiceCommand } from '../../core/processes/control-socket.ts'
import { explain } from './explain.flow.ts'
import type { ExplainQuery } from './explain.ts'
import { type PresentedExplanation, presentExplanation } from './present-explanation.rule.ts'

/** Query of the command. The process with the database hashes the email, because it has the secret. */
const CommandLineQuery = Type.Object({
  by: Type.Enum(['transactionId', 'customerKey', 'clickId', 'email']),
  value: Type.String(),
})
export type CommandLineQuery = Static<typeof CommandLineQuery>

const ExplainInput = Type.Object({ programId: Type.Integer(), query: CommandLineQuery })

/** @throws {StartError} if the program doesn't exist */
export const EXPLAIN: ServiceCommand<typeof ExplainInput, PresentedExplanation> = {
  name: 'explain',
  input: ExplainInput,
  async run(deps, { programId, query }) {
    const explained = await explain(deps, {
      programId,
      query: hashEmailOf(deps, query),
      isWorkspaceWide: true,
    })
    if (explained === undefined) throw new StartError(`There is no program ${programId}.`)
    return presentExplanation(explained.explanation, explained.program.time_zone, explained.program)
  },
}

function hashEmailOf({ config }: Deps, { by, value }: CommandLineQuery): ExplainQuery {
  if (by !== 'email') return { by, value }
  return { by: 'emailHash', value: hashEmail(value, config.appSecret).toString('hex') }
}
