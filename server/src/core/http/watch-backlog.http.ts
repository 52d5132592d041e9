import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { ServiceDeps } from './service.ts'

export interface Backlog {
  waiting: number
  oldest: Date | null
}

/** Reports the number of waiting items and the age of the oldest, as two metrics from one query. */
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
  metrics.watchStored(`${name}_age_seconds`, 'Age of the oldest one.', async () => {
    const { oldest } = await backlog()
    return oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000)
  })
}
