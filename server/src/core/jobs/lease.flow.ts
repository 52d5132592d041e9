import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { StartError } from '../errors/start-error.ts'
import { acquireLease, type Claim, extendLease, holdLease, releaseLease, renewLease } from './leases.sql.ts'

/** Renewals per lease duration. Some of them may fail. */
const RENEWALS = 4

/**
 * A lock for work that only one process does at a time. It ends with the work, or when its holder stops renewing it.
 */
export interface Lease {
  /** Call right before an external side effect. @throws {LeaseLostError} if another process has taken over */
  require(): Promise<void>
  /**
   * Changes the database in a transaction during which no other process can acquire the lease.
   * @throws {LeaseLostError}
   */
  change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>
}

/** Thrown if the holder didn't renew the lease in time. */
export class LeaseLostError extends StartError {
  override name = 'LeaseLostError'

  constructor(work: string) {
    super(
      `This process was suspended or could not reach the database for so long that another one may have taken over "${work}". Completed steps remain; nothing was done afterwards.`,
    )
  }
}

/**
 * Runs work that only one process does at a time, renewing the lease meanwhile. If the process dies, the lease expires.
 * @param name of the work, the same in every process
 * @returns undefined if another process holds the lease
 */
export async function withLease<Result>(
  { kysely }: Pick<Database, 'kysely'>,
  { name, leaseMs }: Pick<Claim, 'name' | 'leaseMs'>,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const claim = { name, leaseMs, holder: randomUUID() }
  if (!(await acquireLease(kysely, claim))) return undefined
  const renewals = renewPeriodically(() => renewLease(kysely, claim), leaseMs / RENEWALS)
  try {
    return await work({
      async require() {
        if (!(await renewLease(kysely, claim))) throw new LeaseLostError(name)
      },
      change: (change) =>
        kysely.transaction().execute(async (transaction) => {
          if (!(await holdLease(transaction, claim))) throw new LeaseLostError(name)
          const result = await change(transaction)
          // The work may have taken longer than the lease.
          await extendLease(transaction, claim)
          return result
        }),
    })
  } finally {
    await renewals.stop()
    // A lease that can't be released expires.
    await releaseLease(kysely, claim).catch(() => {})
  }
}

/** Renews one at a time. A failed or late renewal has no effect here: the next step of the work notices it. */
function renewPeriodically(renew: () => Promise<unknown>, everyMs: number) {
  let inProgress: Promise<unknown> | undefined
  // biome-ignore lint/style/noRestrictedGlobals: lasts as long as the work that holds the lease
  const timer = setInterval(() => {
    inProgress ??= renew()
      .catch(() => {})
      .finally(() => {
        inProgress = undefined
      })
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await inProgress
    },
  }
}
