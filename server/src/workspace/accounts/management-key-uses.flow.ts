import type { Deps } from '../../core/deps.ts'
import type { ManagementKeyUsage } from '../../core/http/service.ts'
import { saveManagementKeyUses } from './management-keys.sql.ts'

/** Records in memory when each management key was last used, until `save` is called. */
export function createManagementKeyUsage({
  database,
}: Pick<Deps, 'database'>): ManagementKeyUsage & { save(): Promise<void> } {
  const uses = new Map<number, Date>()
  return {
    record(keyId, usedAt) {
      uses.set(keyId, usedAt)
    },
    async save() {
      if (uses.size === 0) return
      const sortedUses = [...uses].sort(([one], [other]) => one - other)
      uses.clear()
      await saveManagementKeyUses(
        database.run,
        sortedUses.map(([id, last_used_at]) => ({ id, last_used_at })),
      )
    },
  }
}
