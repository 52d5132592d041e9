import type { Deps } from '../platform/deps.ts'
import { hashEmail } from '../platform/email-hash.rule.ts'
import type { LocalWork } from '../platform/local-questions.ts'
import { StartError } from '../platform/start-error.ts'
import { explain } from './explain.flow.ts'
import type { Asked } from './explain.ts'
import { type PresentedExplanation, presentExplanation } from './present.rule.ts'

/** What a command asks by: an e-mail is hashed by whoever has the database, which has the secret too. */
export interface AskedAtTerminal {
  by: 'transactionId' | 'customerKey' | 'clickId' | 'email'
  value: string
}

export interface ExplainInput {
  programId: number
  asked: AskedAtTerminal
}

/** What `affiliate explain` does. @throws {StartError} there is no such program */
export const EXPLAIN: LocalWork<ExplainInput, PresentedExplanation> = {
  name: 'explain',
  readInput,
  async work(deps, { programId, asked }) {
    const found = await explain(deps, { programId, asked: hashed(deps, asked), isWorkspaceWide: true })
    if (found === undefined) throw new StartError(`There is no program ${programId}.`)
    return presentExplanation(found.explanation, found.program.time_zone, found.program)
  },
}

function hashed({ config }: Deps, { by, value }: AskedAtTerminal): Asked {
  if (by !== 'email') return { by, value }
  return { by: 'emailHash', value: hashEmail(value, config.appSecret).toString('hex') }
}

const ASKED_AT_TERMINAL = ['transactionId', 'customerKey', 'clickId', 'email'] as const

function readInput(said: unknown): ExplainInput {
  const { programId, asked } = { programId: undefined, asked: undefined, ...(said ?? {}) }
  const { by, value } = { by: undefined, value: undefined, ...(asked ?? {}) }
  const known = ASKED_AT_TERMINAL.find((one) => one === by)
  if (Number.isSafeInteger(programId) && known !== undefined && typeof value === 'string') {
    return { programId: Number(programId), asked: { by: known, value } }
  }
  throw new StartError('What is asked is not said in words that this version knows.')
}
