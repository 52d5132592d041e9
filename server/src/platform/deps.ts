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
