import { createHash } from 'node:crypto'
import type { KeyMode } from '../../core/enums.ts'

/**
 * A program API key (D44): `aff_live_<program id>_<random>` or `aff_test_…`; `aff_test_sandbox_…` is one of a sandbox, which
 * has no others (D52). The prefix says its mode, the number lets a lookup reach one tenant, and 24 random bytes (192 bits)
 * make it unguessable.
 */
export interface ApiKeyParts {
  mode: KeyMode
  programId: number
  /** What is recorded with it is the sandbox's own: no test event. */
  isSandbox?: boolean
}

const KEY = /^aff_(live|test|test_sandbox)_([1-9]\d{0,15})_[A-Za-z0-9_-]{32}$/

export const API_KEY_RANDOM_BYTES = 24

export function formatApiKey(parts: ApiKeyParts, random: Buffer): string {
  if (random.length !== API_KEY_RANDOM_BYTES) throw new Error('an API key takes 24 random bytes')
  const mode = parts.isSandbox === true ? 'test_sandbox' : parts.mode
  return `aff_${mode}_${parts.programId}_${random.toString('base64url')}`
}

/** What a well-formed key says of itself, or undefined for anything else. It proves nothing yet. */
export function parseApiKey(key: string): ApiKeyParts | undefined {
  return partsOf(KEY.exec(key))
}

const BEGINNING = /^["'<]?aff_(live|test|test_sandbox)_([1-9]\d{0,15})_/

/**
 * What anything that begins as a key says of itself, also one that was cut off, or is in quotes: the program to which the
 * mistake is told. It proves nothing, and lets nobody in.
 */
export function partsOfMistakenKey(text: string): ApiKeyParts | undefined {
  return partsOf(BEGINNING.exec(text))
}

function partsOf(match: RegExpExecArray | null): ApiKeyParts | undefined {
  const programId = Number(match?.[2])
  if (match === null || !Number.isSafeInteger(programId)) return undefined
  const isSandbox = match[1] === 'test_sandbox'
  return { mode: match[1] === 'live' ? 'live' : 'test', programId, ...(isSandbox ? { isSandbox } : {}) }
}

/** Whether what is sent with a key is a test event (D13): a sandbox has test keys that run everything. */
export function recordsTests({ mode, isSandbox = false }: Pick<ApiKeyParts, 'mode' | 'isSandbox'>): boolean {
  return mode === 'test' && !isSandbox
}

/** The only form of a key that is stored. SHA-256 suffices: the key is random, not a password. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** What lists show: enough to recognise a key, not enough to use it. */
export function maskApiKey(key: string): string {
  return `${key.slice(0, -32)}…${key.slice(-4)}`
}
