import type { Queries } from '../../core/database/database.ts'
import { hashVerification } from './reset-link.rule.ts'
import { claimVerification, releaseVerification } from './verifications.sql.ts'

/** How long an unfinished verification blocks the next one if its process exits. */
const LOCK_SECONDS = 30

/** A code is accepted for 90 seconds: its own 30, the 30 before and the 30 after. */
const CODE_SECONDS = 90

/**
 * Serializes code verification per account, across processes: the library checks the number of wrong codes first and
 * counts afterwards, so concurrent attempts would bypass its limit.
 * @returns undefined if another code is being verified
 */
export async function verifyExclusively<Result>(
  queries: Queries,
  { userId, turn }: { userId: string; turn: string },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const claim = { id: `code-turn:${userId}`, identifier: turn, userId, ...secondsFromNow(LOCK_SECONDS) }
  if (!(await claimVerification(queries, claim))) return undefined
  try {
    return await work()
  } finally {
    await releaseVerification(queries, claim)
  }
}

/** Returns whether a code is used for the first time, so that someone who saw it can't reuse it (RFC 6238, 5.2). */
export async function isFirstUse(queries: Queries, userId: string, code: string): Promise<boolean> {
  const id = hashVerification(`spent-code:${userId}:${code}`)
  return claimVerification(queries, { id, identifier: id, userId, ...secondsFromNow(CODE_SECONDS) })
}

/** The library uses the machine's clock, not the service's. */
function secondsFromNow(seconds: number) {
  const now = new Date()
  return { now, expiresAt: new Date(now.getTime() + seconds * 1000) }
}
