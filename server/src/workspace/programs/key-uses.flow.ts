import type { Deps } from '../../core/deps.ts'
import { saveKeyUses } from './api-key-lookup.sql.ts'

/**
 * Records in memory when each API key was last used, and saves it periodically. A write per request would be expensive,
 * and a delay of a few seconds doesn't matter.
 */
export interface KeyUsage {
  record(programId: number, keyId: number, usedAt: Date): void
  save(): Promise<void>
}

export function createKeyUsage({ database }: Pick<Deps, 'database'>): KeyUsage {
  /** Last uses by program and key. */
  const uses = new Map<number, Map<number, Date>>()
  return {
    record(programId, id, usedAt) {
      const programUses = uses.get(programId) ?? new Map<number, Date>()
      uses.set(programId, programUses.set(id, usedAt))
    },
    async save() {
      const usesByProgram = [...uses]
      uses.clear()
      for (const [programId, programUses] of usesByProgram) {
        const keys = [...programUses].sort(([one], [other]) => one - other)
        await saveKeyUses(
          database.run,
          programId,
          keys.map(([id, last_used_at]) => ({ id, last_used_at })),
        )
      }
    },
  }
}
