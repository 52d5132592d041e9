import type { Queries } from '../../core/database/database.ts'
import { hashVerification } from './reset-link.rule.ts'
import { claimVerification, giveBackVerification } from './verifications.sql.ts'

/** A process that ends within a turn keeps the next one waiting for so long. */
const TURN_SECONDS = 30

/** A code is right in its own half minute, the one before and the one after. */
const CODE_SECONDS = 90

/**
 * One code of an account is tried at a time, in all processes: the library reads how many were wrong before it tries one
 * and counts it afterwards, so that those tried at once would all be the tenth.
 * @returns undefined where another one is being tried
 */
export async function inTurn<Result>(
  queries: Queries,
  { userId, turn }: { userId: string; turn: string },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const claim = { id: `code-turn:${userId}`, identifier: turn, userId, ...fromNow(TURN_SECONDS) }
  if (!(await claimVerification(queries, claim))) return undefined
  try {
    return await work()
  } finally {
    await giveBackVerification(queries, claim)
  }
}

/** Whoever has read a code from a screen may not sign in with it after its owner did (RFC 6238, 5.2). */
export async function isFirstUse(queries: Queries, userId: string, code: string): Promise<boolean> {
  const id = hashVerification(`spent-code:${userId}:${code}`)
  return claimVerification(queries, { id, identifier: id, userId, ...fromNow(CODE_SECONDS) })
}

/** By the library's clock, which is the machine's, not the service's. */
function fromNow(seconds: number) {
  const now = new Date()
  return { now, expiresAt: new Date(now.getTime() + seconds * 1000) }
}
