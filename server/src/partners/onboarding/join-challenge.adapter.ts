import { createHmac } from 'node:crypto'
import { lazily } from '../../core/async/lazy.ts'
import type { Ids } from '../../core/deps.ts'
import { onboardingLimits } from './limits.ts'

/** Loaded with the first join page, so that startup stays fast. */
const altcha = lazily(() => Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/sha')]))

const ALGORITHM = 'SHA-256'
/** Range of the secret number. Finding it takes that many hashes. */
const COUNTERS = { min: 30_000, max: 120_000 }

/**
 * Creates the proof of work for a join form: about a second of hashing on a phone, and one hash to verify. Challenges
 * are signed, so nothing is stored until one is solved.
 */
export async function makeJoinChallenge({
  programId,
  ids,
  appSecret,
  expiresAt,
}: {
  programId: number
  ids: Ids
  appSecret: string
  expiresAt: Date
}): Promise<string> {
  const [{ createChallenge }, { deriveKey }] = await altcha()
  const { min, max } = COUNTERS
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: 1,
    counter: min + (ids.bytes(4).readUInt32BE() % (max - min)),
    deriveKey,
    data: { program: programId, until: expiresAt.getTime() },
    ...deriveSecrets(appSecret),
  })
  return JSON.stringify(challenge)
}

export type SolvedChallenge =
  | { kind: 'solved'; challenge: string; expiresAt: Date }
  /** Unsolved, forged, for another program, or expired. */
  | { kind: 'unsolved' }

/**
 * Verifies a solution.
 * @param payload `{challenge, solution}` as JSON from the page's script
 */
export async function checkJoinChallenge(
  payload: string,
  { programId, appSecret, now }: { programId: number; appSecret: string; now: Date },
): Promise<SolvedChallenge> {
  const parsedPayload = readPayload(payload)
  if (parsedPayload === undefined) return UNSOLVED
  const [{ verifySolution }, { deriveKey }] = await altcha()
  const { verified } = await verifySolution({ ...parsedPayload, deriveKey, ...deriveSecrets(appSecret) })
  const { program, until } = parsedPayload.challenge.parameters.data ?? {}
  if (!verified || program !== programId || typeof until !== 'number' || until <= now.getTime())
    return UNSOLVED
  return { kind: 'solved', challenge: parsedPayload.challenge.signature, expiresAt: new Date(until) }
}

const UNSOLVED = { kind: 'unsolved' } as const

function deriveSecrets(appSecret: string) {
  const deriveSecret = (purpose: string) =>
    createHmac('sha256', appSecret).update(purpose).digest('base64url')
  return {
    hmacSignatureSecret: deriveSecret('join-challenge'),
    hmacKeySignatureSecret: deriveSecret('join-challenge-key'),
  }
}

/** Checks a payload's format, because the library doesn't. */
function readPayload(payload: string) {
  if (payload.length > onboardingLimits.maxChallengeLength) return undefined
  const payloadFields = parse(payload)
  if (!isObject(payloadFields) || !isObject(payloadFields.challenge) || !isObject(payloadFields.solution))
    return undefined
  const { parameters, signature } = payloadFields.challenge
  const { counter, derivedKey } = payloadFields.solution
  if (!isObject(parameters) || typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature))
    return undefined
  if (typeof counter !== 'number' || typeof derivedKey !== 'string') return undefined
  // safe because only payloads signed by this service reach this line
  const signed = parameters as unknown as {
    algorithm: string
    nonce: string
    salt: string
    cost: number
    keyLength: number
    keyPrefix: string
    data?: Record<string, string | number | boolean | null>
  }
  return { challenge: { parameters: signed, signature }, solution: { counter, derivedKey } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
