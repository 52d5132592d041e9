import type { BackupStore } from './backup.ts'
import { namesToPrune, parseBackupTime } from './backup-name.rule.ts'
import { backupLimits } from './limits.ts'

/**
 * Deletes old backups and leftovers of killed ones.
 * @param keep number of complete backups to keep; undefined keeps all
 * @returns the names of the deleted complete backups
 */
export async function pruneBackups(
  store: BackupStore,
  keep: number | undefined,
  now: Date,
): Promise<string[]> {
  for (const name of await store.listUnfinished()) {
    const startedAt = parseBackupTime(name)
    if (startedAt !== undefined && now.getTime() - startedAt.getTime() > backupLimits.backupUnfinishedMs) {
      await store.removeUnfinished(name)
    }
  }
  if (keep === undefined) return []
  const pruned = namesToPrune(await store.list(), keep)
  for (const name of pruned) await store.remove(name)
  return pruned
}
