import { createHash } from 'node:crypto'
import type { MemberRole } from '../../core/enums.ts'
import { getPermissions, isPermission, type Permission } from './permissions.rule.ts'

/**
 * A management key (D54): `aff_mgmt_<random>`, for programs that use the management API. Its 24 random bytes (192 bits)
 * make it unguessable; the database stores its workspace and program.
 */
export const MANAGEMENT_KEY_RANDOM_BYTES = 24

const PREFIX = 'aff_mgmt_'
const PRESENTED = /^Bearer +(aff_mgmt_[A-Za-z0-9_-]{32}) *$/i

export function formatManagementKey(random: Buffer): string {
  if (random.length !== MANAGEMENT_KEY_RANDOM_BYTES)
    throw new Error('a management key requires 24 random bytes')
  return PREFIX + random.toString('base64url')
}

/**
 * Returns the key in an `Authorization` header; undefined for anything malformed. Doesn't prove that the key exists.
 */
export function readPresented(authorization: string | undefined): string | undefined {
  const key = PRESENTED.exec(authorization ?? '')?.[1]
  return key?.startsWith(PREFIX) === true ? key : undefined
}

/** Keys are only stored as hashes. SHA-256 suffices because keys are random, unlike passwords. */
export function hashManagementKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Returns the masked key shown in lists: enough to recognize the key, but not to use it. */
export function maskManagementKey(key: string): string {
  return `${PREFIX}…${key.slice(-4)}`
}

/** The facts that decide whether a key works, including its creator's current role in the workspace. */
export interface KeyState {
  key_permissions: readonly string[]
  key_expires_at: Date | null
  key_revoked_at: Date | null
  /** Null if the creator is no longer an active member. */
  role: MemberRole | null
}

/**
 * Returns a key's current permissions: the granted ones that its creator still has.
 * @returns undefined for a key that is revoked or expired, or whose creator left or was suspended
 */
export function getKeyPermissions(key: KeyState, now: Date): ReadonlySet<Permission> | undefined {
  const { key_permissions, key_expires_at, key_revoked_at, role } = key
  if (key_revoked_at !== null || role === null) return undefined
  if (key_expires_at !== null && key_expires_at <= now) return undefined
  const makerPermissions = getPermissions(role)
  // Ignores permissions unknown to this version.
  return new Set(
    key_permissions.filter(isPermission).filter((permission) => makerPermissions.has(permission)),
  )
}

/** Returns the actor ID of a key. It is stored in the same columns as user IDs. */
export function keyActorId(keyId: number): string {
  return `key:${keyId}`
}

const ACTOR_OF_KEY = /^key:([1-9]\d*)$/

/** Returns the kind of an actor ID. User IDs contain no colon. */
export function getActorKind(actorId: string): 'user' | 'key' {
  return ACTOR_OF_KEY.test(actorId) ? 'key' : 'user'
}

/** Returns the number of the key in an actor ID, or undefined for a user. */
export function parseActorKeyId(actorId: string): number | undefined {
  const digits = ACTOR_OF_KEY.exec(actorId)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
