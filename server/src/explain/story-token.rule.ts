import { createHash } from 'node:crypto'

/**
 * What a link to one story carries: `story_<program id>_<random>`. The number lets a lookup reach one tenant, and 24
 * random bytes (192 bits) make it unguessable.
 */
export const STORY_TOKEN_RANDOM_BYTES = 24

const TOKEN = /^story_([1-9]\d{0,15})_[A-Za-z0-9_-]{32}$/

export function formatStoryToken(programId: number, random: Buffer): string {
  if (random.length !== STORY_TOKEN_RANDOM_BYTES) throw new Error('a story token takes 24 random bytes')
  return `story_${programId}_${random.toString('base64url')}`
}

/** The program of a well-formed token, or undefined for anything else. It proves nothing yet. */
export function programOfStoryToken(token: string): number | undefined {
  const programId = Number(TOKEN.exec(token)?.[1])
  return Number.isSafeInteger(programId) ? programId : undefined
}

/** The only form of a token that is stored. SHA-256 suffices: the token is random, not a password. */
export function hashStoryToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The page that shows the story. The token stands behind `#`, which no server, proxy or log is told. */
export function storyLink(publicUrl: string, token: string): string {
  return `${publicUrl}/story#${token}`
}
