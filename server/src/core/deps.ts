import { randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Schema } from './database/schema.ts'
import type { MemberRole } from './enums.ts'

/** Dependencies of flows. Tests replace the clock and the IDs; nothing else is faked. */
export interface Deps {
  config: Config
  database: Database
  /** The coordinator of a cluster, which is the only node that can create tables. Defaults to `database`. */
  coordinator?: Database
  clock: Clock
  ids: Ids
  /** Account mails; undefined if mail is off. */
  accountMail?: AccountMail | undefined
}

/** Account events that send mail. Implemented by the mail domain, which is above accounts. */
export interface AccountMail {
  /**
   * Queues an invitation's mail, in the transaction that creates the invitation and locks the workspace.
   * @returns false if the workspace has reached its daily limit
   */
  invite(transaction: Transaction<Schema>, invitation: InvitationMail): Promise<boolean>
  /** Queues a password reset. Whether the account exists is checked later, so that timing reveals nothing. */
  requestPasswordReset(email: string): Promise<void>
}

export interface InvitationMail {
  /** Hash of the secret. */
  id: string
  email: string
  role: MemberRole
  workspaceId: string
  inviterName: string
  /** The encryption key. */
  secret: string
  expiresAt: Date
}

export interface Clock {
  now(): Date
}

export interface Ids {
  /** Returns `count` random bytes, for click IDs and keys. */
  bytes(count: number): Buffer
  uuid(): string
}

export const systemClock: Clock = { now: () => new Date() }

export const systemIds: Ids = { bytes: pooledRandomBytes(4096), uuid: () => randomUUID() }

/**
 * Returns random bytes from a buffer and uses each byte once. A system call for many bytes costs as much as for a few.
 */
function pooledRandomBytes(size: number): Ids['bytes'] {
  let randomPool = Buffer.alloc(0)
  let usedBytes = 0
  return (count) => {
    if (count > size) return randomBytes(count)
    if (usedBytes + count > randomPool.length) {
      randomPool = randomBytes(size)
      usedBytes = 0
    }
    usedBytes += count
    return randomPool.subarray(usedBytes - count, usedBytes)
  }
}
