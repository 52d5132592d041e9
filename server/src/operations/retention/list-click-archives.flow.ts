import Type from 'typebox'
import type { ServiceCommand } from '../../core/processes/control-socket.ts'
import { listClickArchives } from './click-archives.sql.ts'

const ListInput = Type.Object({ programId: Type.Integer() })

/** The command that lists a program's archives as `<name> in <location>`. */
export const LIST_CLICK_ARCHIVES: ServiceCommand<typeof ListInput, string[]> = {
  name: 'list_click_archives',
  input: ListInput,
  async run({ database }, { programId }) {
    const archives = await listClickArchives(database.kysely, { programId })
    return archives.flatMap(({ name, place }) => (name === null ? [] : [`${name} in ${place}`]))
  },
}
