import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../core/privacy/token.rule.ts'

/** Returns the stored hash of a session token. */
export function hashSessionToken(token: string, appSecret: string): string {
  return hashSecret('session', token, appSecret).toString('base64url')
}

/**
 * Returns the session token in the credentials: a signed one in a cookie or as bearer token, or an unsigned one as
 * bearer token. Returns undefined if only the accounts library can decide.
 */
export function readSessionToken(
  { authorization, cookie }: { authorization: string | null; cookie: string | null },
  { cookieName, secret }: { cookieName: string; secret: string },
): string | undefined {
  if (authorization !== null) {
    const bearer = authorization.slice('Bearer '.length)
    return TOKEN_FORMAT.test(bearer) ? bearer : readSigned(bearer, secret)
  }
  const cookies = (cookie ?? '').split(/; */).filter((part) => part.startsWith(`${cookieName}=`))
  // If there are several candidates, the library decides.
  const [only] = cookies.length === 1 ? cookies : []
  return only === undefined ? undefined : readSigned(only.slice(cookieName.length + 1), secret)
}

/**
 * Returns the identifier of an unfinished two-factor sign-in from its cookie, signed or not. It is enough to look up
 * the account, but not to authenticate.
 */
export function readChallenge(cookie: string | null, sessionCookieName: string): string | undefined {
  const name = sessionCookieName.replace(/session_token$/, 'two_factor')
  const cookies = (cookie ?? '').split(/; */).filter((part) => part.startsWith(`${name}=`))
  const [only] = cookies.length === 1 ? cookies : []
  return only === undefined ? undefined : CHALLENGE.exec(only.slice(name.length + 1))?.[1]
}

const CHALLENGE = /^(2fa-[A-Za-z0-9_-]+)\./
const TOKEN_FORMAT = /^[A-Za-z0-9]+$/
const SIGNED = /^([A-Za-z0-9]+)\.([A-Za-z0-9+/]{43}=)$/

function readSigned(value: string, secret: string): string | undefined {
  const [, token, signature] = SIGNED.exec(unescapeSignature(value)) ?? []
  if (token === undefined || signature === undefined) return undefined
  const expected = createHmac('sha256', secret).update(token).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : undefined
}

/** Cookies only escape these three characters of a signature. */
function unescapeSignature(value: string): string {
  return value.replace(/%(?:2B|2F|3D)/gi, decodeURIComponent)
}
