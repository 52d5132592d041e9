import { createHmac } from 'node:crypto'
import type { Pseudonymizer } from './pseudonym.ts'

/** Prefix of a pseudonym. No merchant's ID starts with it. */
const PSEUDONYM_MARK = 'erased-'

/** 160 bits, so collisions within a program are negligible. */
const HASH_BYTES = 20

/** Prefixes that distinguish a processor's refund IDs from a merchant's (`refunds/refund-facts.ts`). */
const PSEUDONYM_PREFIX = /^(re|pyr)_/

const ERASED = /^(re_|pyr_)?erased-[\w-]{27}$/

/** Creates a program's pseudonyms. They differ from those in other programs. A pseudonym maps to itself. */
export function idPseudonymizer(programId: number, appSecret: string): Pseudonymizer {
  return (name) => {
    if (ERASED.test(name)) return name
    const hash = createHmac('sha256', appSecret).update(`pseudonym:${programId}:${name}`).digest()
    const start = PSEUDONYM_PREFIX.exec(name)?.[0] ?? ''
    return `${start}${PSEUDONYM_MARK}${hash.subarray(0, HASH_BYTES).toString('base64url')}`
  }
}

/** Number of random bytes in a pseudonym. */
export const PSEUDONYM_BYTES = 16

/** Returns the key that replaces an erased customer's: random, so that it can't be traced back. */
export function formatPseudonym(random: Buffer): string {
  return `${PSEUDONYM_MARK}${random.toString('base64url')}`
}

/** Whether a customer_key is a pseudonym. */
export function isPseudonym(customer_key: string): boolean {
  return /^erased-[\w-]{22}$/.test(customer_key)
}

/**
 * Identifies an erased signup whose click has other signups: a keyed hash of the click with the customer's key, or with
 * the hashed email if there is no key.
 */
export function signupTrace(
  appSecret: string,
  click_uuid: string,
  { customer_key, email_hash }: { customer_key: string | undefined; email_hash: Buffer | undefined },
): Buffer | undefined {
  const createTrace = (kind: string) =>
    createHmac('sha256', appSecret).update(`erased-signup:${click_uuid}:${kind}`).digest()
  if (customer_key !== undefined) return createTrace(`key:${customer_key}`)
  return email_hash && createTrace(`email:${email_hash.toString('hex')}`)
}

/**
 * Identifies requests about an erased customer: keyed hashes of the customer's key and clicks. They refer to no row and
 * only show that the ID was erased.
 */
export function requestTracer(
  programId: number,
  appSecret: string,
): (kind: 'key' | 'click', name: string) => Buffer {
  return (kind, name) =>
    createHmac('sha256', appSecret).update(`erased-call:${programId}:${kind}:${name}`).digest()
}
