import type { Deps } from '../platform/deps.ts'
import { saveKeyUses } from './api-key-lookup.sql.ts'

/**
 * Remembers when each API key was last used and saves that once in a while: it is shown to people, so a
 * minute's delay costs nothing, while a write on every call would.
 */
export interface KeyUses {
  note(programId: number, keyId: number, usedAt: Date): void
  save(): Promise<void>
}

export function createKeyUses({ database }: Pick<Deps, 'database'>): KeyUses {
  const uses = new Map<string, { program_id: number; id: number; last_used_at: Date }>()
  return {
    note(program_id, id, last_used_at) {
      uses.set(`${program_id}:${id}`, { program_id, id, last_used_at })
    },
    async save() {
      const noted = [...uses.values()].sort((a, b) => a.program_id - b.program_id || a.id - b.id)
      uses.clear()
      await saveKeyUses(database.run, noted)
    },
  }
}
