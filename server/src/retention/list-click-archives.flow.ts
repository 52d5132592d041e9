import type { LocalWork } from '../platform/local-questions.ts'
import { StartError } from '../platform/start-error.ts'
import { listClickArchives } from './click-archives.sql.ts'

/** Where a program's old clicks lie, in words: `<name> in <place>`. */
export const LIST_CLICK_ARCHIVES: LocalWork<{ programId: number }, string[]> = {
  name: 'list_click_archives',
  readInput(said) {
    const { programId } = { programId: undefined, ...(said ?? {}) }
    if (Number.isSafeInteger(programId)) return { programId: Number(programId) }
    throw new StartError('Which program is meant is not said in words that this version knows.')
  },
  async work({ database }, { programId }) {
    const archives = await listClickArchives(database.kysely, { programId })
    return archives.flatMap(({ name, place }) => (name === null ? [] : [`${name} in ${place}`]))
  },
}
