import { hashSecret, matchesHash } from '../../core/privacy/token.rule.ts'

/**
 * Identifies a device that has signed in to an account before. Failed attempts from other devices don't count against
 * it, so that an attacker can't lock the owner out.
 */
export const DEVICE_COOKIE = 'affiliate.device'

/** Returns the value of the cookie: a random name, and its signature for this account. */
export function deviceCookie(email: string, random: Buffer, appSecret: string): string {
  const name = random.toString('base64url')
  const proof = hashSecret('known_device', tokenSubject(name, email), appSecret)
  return `${name}.${proof.toString('base64url')}`
}

/** Returns the name of the device; undefined if the cookie was not issued for this account. */
export function knownDevice(
  cookieHeader: string | undefined,
  email: string,
  appSecret: string,
): string | undefined {
  const cookies = (cookieHeader ?? '').split(';').map((cookie) => cookie.trim())
  const value = cookies
    .find((cookie) => cookie.startsWith(`${DEVICE_COOKIE}=`))
    ?.slice(DEVICE_COOKIE.length + 1)
  const [name = '', proof = ''] = value?.split('.') ?? []
  if (name === '') return undefined
  const presentedProof = Buffer.from(proof, 'base64url')
  return matchesHash(presentedProof, 'known_device', tokenSubject(name, email), appSecret) ? name : undefined
}

function tokenSubject(name: string, email: string): string {
  return `${name}:${email.toLowerCase()}`
}
