import { createHash } from 'node:crypto'
import type { KeyMode } from '../../core/enums.ts'

/**
 * The parts of a program API key (D44): `aff_live_<program ID>_<random>` or `aff_test_…`. Sandboxes have only
 * `aff_test_sandbox_…` keys (D52). With the program ID, a lookup reaches one tenant, and 24 random bytes (192 bits)
 * make the key unguessable.
 */
export interface ApiKeyParts {
  mode: KeyMode
  programId: number
  /** A sandbox's keys record live events, not test events. */
  isSandbox?: boolean
}

const KEY = /^aff_(live|test|test_sandbox)_([1-9]\d{0,15})_[A-Za-z0-9_-]{32}$/

export const API_KEY_RANDOM_BYTES = 24

export function formatApiKey(parts: ApiKeyParts, random: Buffer): string {
  if (random.length !== API_KEY_RANDOM_BYTES) throw new Error('an API key requires 24 random bytes')
  const mode = parts.isSandbox === true ? 'test_sandbox' : parts.mode
  return `aff_${mode}_${parts.programId}_${random.toString('base64url')}`
}

/** Parses a well-formed key; undefined for anything else. Doesn't prove that the key exists. */
export function parseApiKey(key: string): ApiKeyParts | undefined {
  return parseParts(KEY.exec(key))
}

const KEY_START = /^["'<]?aff_(live|test|test_sandbox)_([1-9]\d{0,15})_/

/**
 * Parses a malformed key as far as possible, such as one cut off or in quotes, to attribute the error to its program.
 * Never use it to authenticate.
 */
export function parseMalformedKey(text: string): ApiKeyParts | undefined {
  return parseParts(KEY_START.exec(text))
}

function parseParts(match: RegExpExecArray | null): ApiKeyParts | undefined {
  const programId = Number(match?.[2])
  if (match === null || !Number.isSafeInteger(programId)) return undefined
  const isSandbox = match[1] === 'test_sandbox'
  return { mode: match[1] === 'live' ? 'live' : 'test', programId, ...(isSandbox ? { isSandbox } : {}) }
}

/** Returns whether events sent with a key are test events (D13). A sandbox's test keys record live events. */
export function recordsTests({ mode, isSandbox = false }: Pick<ApiKeyParts, 'mode' | 'isSandbox'>): boolean {
  return mode === 'test' && !isSandbox
}

/** Keys are only stored as hashes. SHA-256 suffices because keys are random, unlike passwords. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Returns the masked key shown in lists: enough to recognize the key, but not to use it. */
export function maskApiKey(key: string): string {
  return `${key.slice(0, -32)}…${key.slice(-4)}`
}
