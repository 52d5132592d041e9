import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import type { Database } from './database.ts'

/** What a flow may reach for. Tests replace the clock and the ids; nothing else is faked. */
export interface Deps {
  config: Config
  database: Database
  clock: Clock
  ids: Ids
  /**
   * Sends the link that sets a new password. Without it only the command line makes one. It queues the message: how
   * long it takes must not tell whether there is such an account.
   */
  sendPasswordReset?: ((message: PasswordResetMessage) => Promise<void>) | undefined
}

export interface PasswordResetMessage {
  name: string
  email: string
  link: string
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

export const systemIds: Ids = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() }
