import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { StartError } from '../errors/start-error.ts'
import { type Claim, extendLease, holdLease, releaseLease, renewLease, takeLease } from './leases.sql.ts'

/** How often a lease is renewed in its time: some of them may fail. */
const RENEWALS = 4

/** Leave to do a work that one process does at a time. It ends with the work, or when its holder was silent for too long. */
export interface Lease {
  /** Right before a step outside of the database. @throws {LeaseLost} the work is somebody else's by now */
  require(): Promise<void>
  /** Changes the database in a transaction during which nobody else can get the lease. @throws {LeaseLost} */
  change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>
}

/** Who had a lease was silent for longer than it lasts. */
export class LeaseLost extends StartError {
  override name = 'LeaseLost'

  constructor(work: string) {
    super(
      `This process stood still, or did not reach the database, for so long that another one may go on with "${work}". What it had done stays, and it did nothing after that.`,
    )
  }
}

/**
 * Does what one process at a time does, and renews the lease meanwhile. A process that dies leaves it to the next one when
 * it has run out.
 * @param name of the work; everybody uses the same
 * @returns undefined when another one is at it
 */
export async function withLease<Result>(
  { kysely }: Pick<Database, 'kysely'>,
  { name, leaseMs }: Pick<Claim, 'name' | 'leaseMs'>,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const claim = { name, leaseMs, holder: randomUUID() }
  if (!(await takeLease(kysely, claim))) return undefined
  const renewals = keepRenewing(() => renewLease(kysely, claim), leaseMs / RENEWALS)
  try {
    return await work({
      async require() {
        if (!(await renewLease(kysely, claim))) throw new LeaseLost(name)
      },
      change: (changing) =>
        kysely.transaction().execute(async (transaction) => {
          if (!(await holdLease(transaction, claim))) throw new LeaseLost(name)
          const result = await changing(transaction)
          // It may have taken longer than the lease.
          await extendLease(transaction, claim)
          return result
        }),
    })
  } finally {
    await renewals.stop()
    // What cannot be given back runs out.
    await releaseLease(kysely, claim).catch(() => {})
  }
}

/** One at a time. One that fails, or comes too late, changes nothing: the next step of the work finds out. */
function keepRenewing(renew: () => Promise<unknown>, everyMs: number) {
  let underWay: Promise<unknown> | undefined
  // biome-ignore lint/style/noRestrictedGlobals: lasts as long as the work that holds the lease
  const timer = setInterval(() => {
    underWay ??= renew()
      .catch(() => {})
      .finally(() => {
        underWay = undefined
      })
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
