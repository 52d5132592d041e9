import { randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Schema } from './database/schema.ts'
import type { MemberRole } from './enums.ts'

/** What a flow may reach for. Tests replace the clock and the ids; nothing else is faked. */
export interface Deps {
  config: Config
  database: Database
  /** Of a cluster, its coordinator, which alone may make tables; where it is left out, that is `database`. */
  coordinator?: Database
  clock: Clock
  ids: Ids
  /** What accounts have mailed; undefined where nothing sends mail. */
  accountMail?: AccountMail | undefined
}

/** What happens to accounts and is told by mail. The domain of mails, which stands above them, provides it. */
export interface AccountMail {
  /**
   * Writes the mail of an invitation down, in the transaction that makes the invitation and holds the workspace.
   * @returns false when its workspace has had so many mailed in a day that this one is not
   */
  invite(transaction: Transaction<Schema>, invitation: InvitationToMail): Promise<boolean>
  /**
   * Writes down that somebody forgot the password of this address. Whether there is such an account is asked later: what
   * is done now is the same, and takes as long.
   */
  requestPasswordReset(email: string): Promise<void>
}

export interface InvitationToMail {
  /** The hash of the secret. */
  id: string
  email: string
  role: MemberRole
  workspaceId: string
  inviterName: string
  /** What opens it. */
  secret: string
  expiresAt: Date
}

export interface Clock {
  now(): Date
}

export interface Ids {
  /** `count` random bytes, for click ids and keys. */
  bytes(count: number): Buffer
  uuid(): string
}

export const systemClock: Clock = { now: () => new Date() }

export const systemIds: Ids = { bytes: randomBytesInStock(4096), uuid: () => randomUUID() }

/** Each byte is given out once. Asking the machine costs as much for many bytes as for a few. */
function randomBytesInStock(size: number): Ids['bytes'] {
  let stock = Buffer.alloc(0)
  let given = 0
  return (count) => {
    if (count > size) return randomBytes(count)
    if (given + count > stock.length) {
      stock = randomBytes(size)
      given = 0
    }
    given += count
    return stock.subarray(given - count, given)
  }
}
