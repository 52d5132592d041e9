import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { StartError } from '../errors/start-error.ts'
import { acquireLease, type Claim, extendLease, holdLease, releaseLease, renewLease } from './leases.sql.ts'

/** Renewals per lease duration: some may fail. */
const RENEWALS = 4

/** A lock for work that one process does at a time. It ends with the work, or if its holder stops renewing it. */
export interface Lease {
  /** Call right before an external side effect. @throws {LeaseLost} if another process has taken over */
  require(): Promise<void>
  /**
   * Changes the database in a transaction during which no other process can take the lease. @throws {LeaseLost}
   */
  change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>
}

/** The holder didn't renew the lease in time. */
export class LeaseLost extends StartError {
  override name = 'LeaseLost'

  constructor(work: string) {
    super(
      `This process was suspended or could not reach the database for so long that another one may have taken over "${work}". Completed steps stay; it did nothing afterwards.`,
    )
  }
}

/**
 * Runs work that one process does at a time, renewing the lease meanwhile. If the process dies, the lease
 * expires.
 * @param name of the work, the same in every process
 * @returns undefined if another process holds it
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
        if (!(await renewLease(kysely, claim))) throw new LeaseLost(name)
      },
      change: (changing) =>
        kysely.transaction().execute(async (transaction) => {
          if (!(await holdLease(transaction, claim))) throw new LeaseLost(name)
          const result = await changing(transaction)
          // The work may have outlasted the lease.
          await extendLease(transaction, claim)
          return result
        }),
    })
  } finally {
    await renewals.stop()
    // If it can't be released, it expires.
    await releaseLease(kysely, claim).catch(() => {})
  }
}

/** One at a time. A failed or late renewal changes nothing: the next step of the work notices. */
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
