import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors/errors.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import {
  type ApiKeyParts,
  hashApiKey,
  parseApiKey,
  partsOfMistakenKey,
  recordsTests,
} from './api-key.rule.ts'
import type { FoundKey } from './api-key-lookup.sql.ts'
import type { FindApiKey } from './find-api-key.flow.ts'
import type { KeyUses } from './note-key-use.flow.ts'
import { programInstant } from './program-clock.rule.ts'

/** What a call with a program API key takes beside the service's own needs. */
export interface KeyDeps extends ServiceDeps {
  findKey: FindApiKey
  keyUses: KeyUses
}

/** A key as the caller presented it: well-formed, not looked up yet. */
interface PresentedKey extends ApiKeyParts {
  hash: Buffer
}

/** Reads `Authorization: Bearer <PROGRAM_API_KEY>`; undefined when the header is missing or malformed. */
function readPresentedKey(authorization: string | undefined): PresentedKey | undefined {
  const token = tokenOf(authorization)
  const parts = token === undefined ? undefined : parseApiKey(token)
  return token === undefined || parts === undefined ? undefined : { ...parts, hash: hashApiKey(token) }
}

/** Which program the header says that it is of, also without `Bearer` or with a key that was cut off: anybody may say so. */
export function readPresentedParts(authorization: string | undefined): ApiKeyParts | undefined {
  return authorization === undefined ? undefined : partsOfMistakenKey(authorization.replace(/^Bearer +/i, ''))
}

function tokenOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

/** A key of the program that a call was made with; a retired one is not good. */
export interface UsedKey extends ApiKeyParts {
  keyId: number
  isGood: boolean
}

const USED_KEY = 'usedProgramKey'

/** Lets the calls of this scope remember the key that they were made with. */
export function rememberUsedKeys(scope: Pick<App, 'decorateRequest'>): void {
  scope.decorateRequest(USED_KEY, undefined)
}

/** Undefined: the call had no key, or one that nobody has. */
export function usedKeyOf(request: FastifyRequest): UsedKey | undefined {
  return request.getDecorator<UsedKey | undefined>(USED_KEY)
}

function noteUsedKey(
  request: FastifyRequest,
  programId: number,
  key: FoundKey | undefined,
  refusal: ApiError | undefined,
): void {
  if (key === undefined) return
  const { id: keyId, mode, sandbox: isSandbox } = key
  request.setDecorator<UsedKey | undefined>(USED_KEY, {
    programId,
    keyId,
    mode,
    isSandbox,
    isGood: refusal === undefined,
  })
}

/**
 * Decides whether a key may be used now (D44): unknown, or of a program that is not active, is plain
 * `unauthorized`; a retired one asks for its rotation. A retirement in the future has not happened yet.
 * @returns the refusal, or undefined when the key is good
 */
function refuseKey(key: FoundKey | undefined, now: Date, publicUrl: string): ApiError | undefined {
  if (key === undefined || key.program_status !== 'active') return unauthorizedKey()
  if (key.retired_at === null || key.retired_at > now) return undefined
  return new ApiError('api_key_rotation_required', 'This API key has been retired.', {
    hint: 'Create a new key in the settings of the program and use it instead of this one.',
    docs_url: `${publicUrl}/docs`,
  })
}

function unauthorizedKey(): ApiError {
  return new ApiError(
    'unauthorized',
    'This endpoint needs the header "Authorization: Bearer <PROGRAM_API_KEY>" with a key of an active program.',
  )
}

/** A key that was verified, and counted against its limit. */
export interface VerifiedKey {
  programId: number
  /** What is sent with it is a test event. */
  recordsTests: boolean
  /** The program as its clock is told by: `settleInstant`. */
  program: { id: number; sandbox: boolean }
  /** When the call was received, by the clock of the program as it was just read. */
  receivedAt: Date
}

/**
 * Authenticates a call that needs a program API key, and counts it against the key's limit.
 * @throws {ApiError} 401 for no key or a bad or retired one, 429 past a limit
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
  throw unauthorizedKey()
}

/**
 * Authenticates a call that may carry a program API key or none (D20): without an `Authorization` header it
 * is a browser call; with one it never falls back to browser mode.
 * @returns undefined for a browser call
 * @throws {ApiError} 401 for a bad or retired key, 429 past a limit
 */
export async function authenticateKey(
  deps: KeyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<VerifiedKey | undefined> {
  const { authorization } = request.headers
  if (authorization === undefined) return undefined
  const presented = readPresentedKey(authorization)
  const key = presented && (await deps.findKey(presented.programId, presented.hash))
  const refusal = refuseKey(key, now, deps.config.publicUrl)
  if (presented !== undefined) noteUsedKey(request, presented.programId, key, refusal)
  if (presented === undefined || key === undefined || refusal !== undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
    throw refusal ?? unauthorizedKey()
  }
  reply.headers(await deps.limits.consumeKey(`${presented.programId}:${key.id}`))
  deps.keyUses.note(presented.programId, key.id, now)
  const { programId } = presented
  return {
    programId,
    recordsTests: recordsTests({ mode: key.mode, isSandbox: key.sandbox }),
    program: { id: programId, sandbox: key.sandbox },
    receivedAt: programInstant(now, key),
  }
}
