import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import type { Database } from './store/database.ts'

/** What a flow may reach for. Tests replace the clock and the ids; nothing else is faked. */
export interface Deps {
  config: Config
  database: Database
  clock: Clock
  ids: Ids
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
