import { mailLimits } from './limits.ts'

const EACH_MS = mailLimits.partnerSignInMailMinutes * 60 * 1000

/** Returns the cause of sign-in emails at an instant, which one email per address can have, and when the next one starts. */
export function signInSlot(now: Date): { cause: string; endsAt: Date } {
  const start = Math.floor(now.getTime() / EACH_MS) * EACH_MS
  return { cause: `partner_sign_in:${new Date(start).toISOString()}`, endsAt: new Date(start + EACH_MS) }
}
