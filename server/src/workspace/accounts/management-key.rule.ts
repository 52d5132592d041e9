import { createHash } from 'node:crypto'
import type { MemberRole } from '../../core/enums.ts'
import { isPermission, type Permission, permissionsOf } from './permissions.rule.ts'

/**
 * A management key (D54): `aff_mgmt_<random>`, the credential of a program that calls the management API. Its 24 random
 * bytes (192 bits) make it unguessable; which workspace or program it is of stands in the database.
 */
export const MANAGEMENT_KEY_RANDOM_BYTES = 24

const PREFIX = 'aff_mgmt_'
const PRESENTED = /^Bearer +(aff_mgmt_[A-Za-z0-9_-]{32}) *$/i

export function formatManagementKey(random: Buffer): string {
  if (random.length !== MANAGEMENT_KEY_RANDOM_BYTES) throw new Error('a management key takes 24 random bytes')
  return PREFIX + random.toString('base64url')
}

/** The key in an `Authorization` header; undefined for whatever has not the form of one. It proves nothing yet. */
export function readPresented(authorization: string | undefined): string | undefined {
  const key = PRESENTED.exec(authorization ?? '')?.[1]
  return key?.startsWith(PREFIX) === true ? key : undefined
}

/** The only form of a key that is stored. SHA-256 suffices: the key is random, not a password. */
export function hashManagementKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** What lists show: enough to recognise a key, not enough to use it. */
export function maskManagementKey(key: string): string {
  return `${PREFIX}…${key.slice(-4)}`
}

/** What of a key decides whether it works, with what the person who made it is in its workspace now. */
export interface KeyState {
  key_permissions: readonly string[]
  key_expires_at: Date | null
  key_revoked_at: Date | null
  /** Null: the maker is no active member any more. */
  role: MemberRole | null
}

/**
 * What a key may do now: of the permissions it was given, those that its maker still has. A key of somebody who left or
 * was suspended does not work, as one that was revoked or has expired does not.
 * @returns undefined for a key that does not work
 */
export function permissionsOfKey(key: KeyState, now: Date): ReadonlySet<Permission> | undefined {
  const { key_permissions, key_expires_at, key_revoked_at, role } = key
  if (key_revoked_at !== null || role === null) return undefined
  if (key_expires_at !== null && key_expires_at <= now) return undefined
  const ofMaker = permissionsOf(role)
  // A permission that this version does not know opens nothing.
  return new Set(key_permissions.filter(isPermission).filter((permission) => ofMaker.has(permission)))
}

/** How a key is named where a person's id would stand: who made a payout, who approved a commission. */
export function actorIdOfKey(keyId: number): string {
  return `key:${keyId}`
}

const ACTOR_OF_KEY = /^key:([1-9]\d*)$/

/** What such an id is of: no id of a person holds a colon. */
export function kindOfActor(actorId: string): 'user' | 'key' {
  return ACTOR_OF_KEY.test(actorId) ? 'key' : 'user'
}

/** The number of the key that such an id names; undefined for a person's. */
export function keyIdOfActor(actorId: string): number | undefined {
  const digits = ACTOR_OF_KEY.exec(actorId)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
