import type { FastifyRequest } from 'fastify'
import { contextWithActor } from '../../core/database/transaction.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { acceptsManagementKeys } from '../../core/http/management-route.http.ts'
import type { LimitHeaders, ServiceDeps } from '../../core/http/service.ts'
import { getKeyPermissions, hashManagementKey, keyActorId, readPresented } from './management-key.rule.ts'
import { type FoundManagementKey, findManagementKey } from './management-keys.sql.ts'
import type { Permission } from './permissions.rule.ts'

/** The requester and their permissions. */
export interface Requester {
  /** The user, or the user who created the management key. */
  userId: string
  keyId: number | undefined
  permissions: ReadonlySet<Permission>
}

/** Returns the stored ID of the actor. */
export function getActorId({ userId, keyId }: Pick<Requester, 'userId' | 'keyId'>): string {
  return keyId === undefined ? userId : keyActorId(keyId)
}

/** Returns the dependencies with this requester as the actor of audited changes. */
export function withActor<D extends ServiceDeps>(
  deps: D,
  request: FastifyRequest,
  { userId, keyId }: Pick<Requester, 'userId' | 'keyId'>,
): D {
  const { auditAction: action = null } = request.routeOptions.config
  const creator = keyId === undefined ? { userId, keyId: null } : { userId: null, keyId }
  return contextWithActor(deps, { ...creator, action, requestId: request.id, now: () => deps.clock.now() })
}

/** A working management key with everything its lookup loaded. */
export interface IdentifiedKey<Row> {
  row: Row
  requester: Requester
}

/** Returns whether the request has a credential in the form of a management key and the operation accepts them. */
export function presentsManagementKey(request: FastifyRequest): boolean {
  return readPresented(request.headers.authorization) !== undefined && acceptsManagementKeys(request)
}

/**
 * Authenticates a request by its management key. Cookies are ignored.
 * @param find looks up the key by its hash, together with everything else that the request needs
 * @returns undefined for a key that doesn't work, which counts as a failed authentication attempt from the IP address
 * (D46)
 * @throws {ApiError} 429 if rate limited; 403 if the key's creator lacks the required second factor
 */
export async function identifyKeyWith<Row extends FoundManagementKey>(
  deps: ServiceDeps,
  request: FastifyRequest,
  find: (keyHash: Buffer) => Promise<Row | undefined>,
): Promise<IdentifiedKey<Row> | undefined> {
  const keyText = readPresented(request.headers.authorization)
  const row = keyText === undefined ? undefined : await find(hashManagementKey(keyText))
  const now = deps.clock.now()
  const permissions = row && getKeyPermissions(row, now)
  if (row === undefined || permissions === undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
    return undefined
  }
  keyLimits.set(request, await deps.limits.consumeManagementKey(row.key_id))
  deps.managementKeyUses.record(row.key_id, now)
  if (row.lacks_two_factor === true) throw twoFactorMissingError()
  return { row, requester: { userId: row.key_created_by, keyId: row.key_id, permissions } }
}

export function identifyKey(
  deps: ServiceDeps,
  request: FastifyRequest,
): Promise<IdentifiedKey<FoundManagementKey> | undefined> {
  const { run } = deps.database
  return identifyKeyWith(deps, request, (keyHash) => findManagementKey(run, keyHash))
}

/** The rate limit headers for the response to each request. */
const keyLimits = new WeakMap<FastifyRequest, LimitHeaders>()

export function getKeyLimit(request: FastifyRequest): LimitHeaders | undefined {
  return keyLimits.get(request)
}

function twoFactorMissingError() {
  return new ApiError(
    'two_factor_required',
    'This workspace requires two-factor authentication, but the user who created this key hasn’t turned it on.',
  )
}
