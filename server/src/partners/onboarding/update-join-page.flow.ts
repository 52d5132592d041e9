import type { Question } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { JoinMode } from '../../core/enums.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { generateLinkCode, LINK_CODE_RANDOM_BYTES } from '../enrollments/link-code.rule.ts'
import {
  findJoinPage,
  findNewestTerms,
  insertTerms,
  type JoinPageRow,
  updateJoinPage,
} from './join-pages.sql.ts'

export interface JoinPageInput {
  mode: JoinMode
  content: string
  /** Null removes the terms. */
  terms: string | null
  /** New questions have no ID yet. */
  questions: readonly (Omit<Question, 'id'> & { id?: string | undefined })[]
}

/**
 * Saves join page settings. Changed terms become a new version. Earlier versions are kept for those who accepted them.
 */
export function saveJoinSettings(deps: Deps, programId: number, input: JoinPageInput): Promise<JoinPageRow> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    const at = deps.clock.now()
    const newest = await findNewestTerms(transaction, programId)
    let version = newest?.version ?? 0
    if (input.terms !== null && input.terms !== newest?.content) {
      version += 1
      await insertTerms(transaction, { program_id: programId, version, content: input.terms, created_at: at })
    }
    const questions = input.questions.map(({ id, ...question }) => ({
      id: id ?? generateLinkCode(deps.ids.bytes(LINK_CODE_RANDOM_BYTES)),
      ...question,
    }))
    await updateJoinPage(transaction, {
      program_id: programId,
      mode: input.mode,
      content: input.content,
      questions: JSON.stringify(questions),
      terms_version: input.terms === null ? null : version,
      updated_at: at,
    })
    const joinPage = await findJoinPage(transaction, programId)
    if (joinPage === undefined)
      throw new Error(`the join page of program ${programId} is missing after it was saved`)
    return joinPage
  })
}
