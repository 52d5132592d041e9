import type { Deps } from '../platform/deps.ts'
import { monthsBetween } from './click-months.rule.ts'
import { createClickPartition } from './click-partitions.sql.ts'

/** The partitions of the month of an instant to which a sandbox goes, and of the one after it, which it comes to by itself. */
export async function createPartitionsOf({ database }: Pick<Deps, 'database'>, instant: Date): Promise<void> {
  for (const month of monthsBetween(instant, instant, 1)) await createClickPartition(database, month)
}
