import type { FastifyRequest } from 'fastify'
import { asActor } from '../../core/database/transaction.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { takesManagementKeys } from '../../core/http/management-route.http.ts'
import type { LimitHeaders, ServiceDeps } from '../../core/http/service.ts'
import { actorIdOfKey, hashManagementKey, permissionsOfKey, readPresented } from './management-key.rule.ts'
import { type FoundManagementKey, findManagementKey } from './management-keys.sql.ts'
import type { Permission } from './permissions.rule.ts'

/** Who asks, and what it may do where it was looked up. */
export interface Asker {
  /** The person who asks; of a management key, the person who made it. */
  userId: string
  keyId: number | undefined
  permissions: ReadonlySet<Permission>
}

/** Who did it, as it is written down. */
export function actorIdOf({ userId, keyId }: Pick<Asker, 'userId' | 'keyId'>): string {
  return keyId === undefined ? userId : actorIdOfKey(keyId)
}

/** The same deps for the calls of this asker: what they change is audited as theirs. */
export function contextOf<D extends ServiceDeps>(
  deps: D,
  request: FastifyRequest,
  { userId, keyId }: Pick<Asker, 'userId' | 'keyId'>,
): D {
  const { auditAction: action = null } = request.routeOptions.config
  const who = keyId === undefined ? { userId, keyId: null } : { userId: null, keyId }
  return asActor(deps, { ...who, action, requestId: request.id, now: () => deps.clock.now() })
}

/** A management key that works, with all that its look-up found. */
export interface KnownKey<Row> {
  row: Row
  asker: Asker
}

/** Whether a call presents what has the form of a management key, to an operation that takes them. */
export function presentsManagementKey(request: FastifyRequest): boolean {
  return readPresented(request.headers.authorization) !== undefined && takesManagementKeys(request)
}

/**
 * The management key of a call that presents one; no cookie beside it is looked at. Undefined for a key that does not
 * work, whatever the reason: it counts as a failed authentication of the address (D46).
 * @param find looks it up by its hash, with what the call needs beside it
 * @throws {ApiError} 429 past a limit; 403 while its maker lacks the second factor that the workspace demands
 */
export async function identifyKeyWith<Row extends FoundManagementKey>(
  deps: ServiceDeps,
  request: FastifyRequest,
  find: (keyHash: Buffer) => Promise<Row | undefined>,
): Promise<KnownKey<Row> | undefined> {
  const presented = readPresented(request.headers.authorization)
  const row = presented === undefined ? undefined : await find(hashManagementKey(presented))
  const now = deps.clock.now()
  const permissions = row && permissionsOfKey(row, now)
  if (row === undefined || permissions === undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
    return undefined
  }
  limitsOfKeys.set(request, await deps.limits.consumeManagementKey(row.key_id))
  deps.managementKeyUses.note(row.key_id, now)
  if (row.lacks_two_factor === true) throw makerLacksTwoFactor()
  return { row, asker: { userId: row.key_created_by, keyId: row.key_id, permissions } }
}

export function identifyKey(
  deps: ServiceDeps,
  request: FastifyRequest,
): Promise<KnownKey<FoundManagementKey> | undefined> {
  const { run } = deps.database
  return identifyKeyWith(deps, request, (keyHash) => findManagementKey(run, keyHash))
}

/** What is left of a key's limit, for the answer of the call. */
const limitsOfKeys = new WeakMap<FastifyRequest, LimitHeaders>()

export function limitOfKey(request: FastifyRequest): LimitHeaders | undefined {
  return limitsOfKeys.get(request)
}

function makerLacksTwoFactor() {
  return new ApiError(
    'two_factor_required',
    'This workspace demands two-factor sign-in, and the person who made this key has not switched it on.',
  )
}
