import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors/errors.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { type ApiKeyParts, hashApiKey, parseApiKey, parseMalformedKey, recordsTests } from './api-key.rule.ts'
import type { FoundKey } from './api-key-lookup.sql.ts'
import type { FindApiKey } from './find-api-key.flow.ts'
import type { KeyUsage } from './key-uses.flow.ts'
import { programInstant } from './program-clock.rule.ts'

/** Dependencies of requests with a program API key. */
export interface KeyDeps extends ServiceDeps {
  findKey: FindApiKey
  keyUses: KeyUsage
}

/** A well-formed key from a request that has not been looked up yet. */
interface PresentedKey extends ApiKeyParts {
  hash: Buffer
}

/** Parses `Authorization: Bearer <PROGRAM_API_KEY>`; undefined if the header is missing or malformed. */
function readPresentedKey(authorization: string | undefined): PresentedKey | undefined {
  const token = parseBearer(authorization)
  const parts = token === undefined ? undefined : parseApiKey(token)
  return token === undefined || parts === undefined ? undefined : { hash: hashApiKey(token), ...parts }
}

/** Returns the program in the header's key, even without `Bearer` or if the key is cut off. Not authenticated. */
export function parseKeyProgram(authorization: string | undefined): ApiKeyParts | undefined {
  return authorization === undefined ? undefined : parseMalformedKey(authorization.replace(/^Bearer +/i, ''))
}

function parseBearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

/** The program key used by a request. It exists, but may be retired. */
export interface LookedUpKey extends ApiKeyParts {
  keyId: number
  isValid: boolean
}

const USED_KEY = 'usedProgramKey'

/** Adds a property to requests in this scope that stores the key they used. */
export function rememberUsedKeys(scope: Pick<App, 'decorateRequest'>): void {
  scope.decorateRequest(USED_KEY, undefined)
}

/** Returns the key used, or undefined if the request has no key or an unknown one. */
export function getUsedKey(request: FastifyRequest): LookedUpKey | undefined {
  return request.getDecorator<LookedUpKey | undefined>(USED_KEY)
}

function setUsedKey(
  request: FastifyRequest,
  programId: number,
  key: FoundKey | undefined,
  rejection: ApiError | undefined,
): void {
  if (key === undefined) return
  const { id: keyId, mode, sandbox: isSandbox } = key
  request.setDecorator<LookedUpKey | undefined>(USED_KEY, {
    programId,
    keyId,
    mode,
    isSandbox,
    isValid: rejection === undefined,
  })
}

/**
 * Checks whether a key may be used now (D44). Unknown keys and keys of inactive programs get a plain `unauthorized`;
 * retired ones get a hint to rotate the key.
 * @returns the error, or undefined if the key is valid
 */
function rejectedKeyError(key: FoundKey | undefined, now: Date, publicUrl: string): ApiError | undefined {
  if (key === undefined || key.program_status !== 'active') return unauthorizedKeyError()
  if (key.retired_at === null || key.retired_at > now) return undefined
  return new ApiError('api_key_rotation_required', 'This API key has been retired.', {
    hint: 'Create a new key in the program’s settings and use it instead of this one.',
    docs_url: `${publicUrl}/docs`,
  })
}

function unauthorizedKeyError(): ApiError {
  return new ApiError(
    'unauthorized',
    'This endpoint requires the header "Authorization: Bearer <PROGRAM_API_KEY>" with a key for an active program.',
  )
}

/** A verified key, counted against its rate limit. */
export interface VerifiedKey {
  programId: number
  /** Whether events sent with it are test events. */
  recordsTests: boolean
  /** The program's clock settings, which `lockedProgramInstant` needs. */
  program: { id: number; sandbox: boolean }
  /** When the request was received, by the program's clock. */
  receivedAt: Date
}

/**
 * Authenticates a request that requires a program API key, and counts it against the key's rate limit.
 * @throws {ApiError} 401 for a missing, invalid or retired key, 429 if rate limited
 */
export async function requireKey(
  deps: KeyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<VerifiedKey> {
  const key = await authenticateKey(deps, request, reply, now)
  if (key !== undefined) return key
  await deps.limits.consumeFailedAuthentication(request.ip)
  throw unauthorizedKeyError()
}

/**
 * Authenticates a request with an optional program API key (D20). Without an `Authorization` header, it is a browser
 * request; with an invalid one, it is rejected.
 * @returns undefined for a browser request
 * @throws {ApiError} 401 for an invalid or retired key, 429 if rate limited
 */
export async function authenticateKey(
  deps: KeyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<VerifiedKey | undefined> {
  const { authorization } = request.headers
  if (authorization === undefined) return undefined
  const presentedKey = readPresentedKey(authorization)
  const key = presentedKey && (await deps.findKey(presentedKey.programId, presentedKey.hash))
  const rejection = rejectedKeyError(key, now, deps.config.publicUrl)
  if (presentedKey !== undefined) setUsedKey(request, presentedKey.programId, key, rejection)
  if (presentedKey === undefined || key === undefined || rejection !== undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
    throw rejection ?? unauthorizedKeyError()
  }
  reply.headers(await deps.limits.consumeKey(`${presentedKey.programId}:${key.id}`))
  deps.keyUses.record(presentedKey.programId, key.id, now)
  const { programId } = presentedKey
  return {
    programId,
    recordsTests: recordsTests({ mode: key.mode, isSandbox: key.sandbox }),
    program: { id: programId, sandbox: key.sandbox },
    receivedAt: programInstant(now, key),
  }
}
