import { createHmac } from 'node:crypto'
import type { NameEraser } from './pseudonym.ts'

/** What an erased name begins with: nobody takes it for a merchant's. */
const MARK = 'erased-'

/** 160 bits: nobody finds two names of one program with the same. */
const HASH_BYTES = 20

/** A processor's own refund ids are told from a merchant's by how they begin (`refunds/refund-facts.ts`). */
const TELLING_START = /^(re|pyr)_/

const ERASED = /^(re_|pyr_)?erased-[\w-]{27}$/

/** The erased names of one program: in another one, the same name becomes another. An erased name stays as it is. */
export function nameEraser(programId: number, appSecret: string): NameEraser {
  return (name) => {
    if (ERASED.test(name)) return name
    const hash = createHmac('sha256', appSecret).update(`pseudonym:${programId}:${name}`).digest()
    const start = TELLING_START.exec(name)?.[0] ?? ''
    return `${start}${MARK}${hash.subarray(0, HASH_BYTES).toString('base64url')}`
  }
}

/** Random bytes of a pseudonym. */
export const PSEUDONYM_BYTES = 16

/** What stands in the place of an erased customer's key: of random bytes, so that nothing leads back to the key. */
export function pseudonymOf(random: Buffer): string {
  return `${MARK}${random.toString('base64url')}`
}

/** Whether a customer_key is a pseudonym, which is nobody's. */
export function isPseudonym(customer_key: string): boolean {
  return /^erased-[\w-]{22}$/.test(customer_key)
}

/**
 * By what a signup is known that was erased while others of its click stay: a keyed hash of the click with the
 * customer's key, or with the (hashed) e-mail where no key is told. Others of the click may share the e-mail.
 */
export function signupTrace(
  appSecret: string,
  click_uuid: string,
  { customer_key, email_hash }: { customer_key: string | undefined; email_hash: Buffer | undefined },
): Buffer | undefined {
  const trace = (what: string) =>
    createHmac('sha256', appSecret).update(`erased-signup:${click_uuid}:${what}`).digest()
  if (customer_key !== undefined) return trace(`key:${customer_key}`)
  return email_hash && trace(`email:${email_hash.toString('hex')}`)
}

/**
 * By what a call is known that names somebody who was erased: keyed hashes of the customer's key and of the clicks. They stand
 * beside no row, and say no more than that the name was erased.
 */
export function callTracer(
  programId: number,
  appSecret: string,
): (kind: 'key' | 'click', name: string) => Buffer {
  return (kind, name) =>
    createHmac('sha256', appSecret).update(`erased-call:${programId}:${kind}:${name}`).digest()
}
