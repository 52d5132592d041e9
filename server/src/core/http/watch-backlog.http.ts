import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { ServiceDeps } from './service.ts'

export interface Backlog {
  waiting: number
  oldest: Date | null
}

/** Reports how many items wait and how long the oldest has waited, as two metrics read with one query. */
export function watchBacklog(
  { metrics, database, clock }: ServiceDeps,
  { name, help }: { name: string; help: string },
  read: (queries: Kysely<Schema>) => Promise<Backlog>,
): void {
  let pending: Promise<Backlog> | undefined
  const backlog = () => {
    pending ??= read(database.kysely).finally(() => {
      pending = undefined
    })
    return pending
  }
  metrics.watchStored(name, help, async () => (await backlog()).waiting)
  metrics.watchStored(`${name}_age_seconds`, 'How long the oldest of them has waited.', async () => {
    const { oldest } = await backlog()
    return oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000)
  })
}
