import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../core/privacy/token.rule.ts'

/** What is stored of a session's token. */
export function hashSessionToken(token: string, appSecret: string): string {
  return hashSecret('session', token, appSecret).toString('base64url')
}

/**
 * The session token that credentials hold, or undefined where it takes the account library to tell: a token that it
 * signed itself, as a cookie or as bearer, or a bare one as bearer.
 */
export function readSessionToken(
  { authorization, cookie }: { authorization: string | null; cookie: string | null },
  { cookieName, secret }: { cookieName: string; secret: string },
): string | undefined {
  if (authorization !== null) {
    const bearer = authorization.slice('Bearer '.length)
    return BARE.test(bearer) ? bearer : readSigned(bearer, secret)
  }
  const found = (cookie ?? '').split(/; */).filter((part) => part.startsWith(`${cookieName}=`))
  // Which one of several counts is for the library to say.
  const [only] = found.length === 1 ? found : []
  return only === undefined ? undefined : readSigned(only.slice(cookieName.length + 1), secret)
}

/**
 * What the account library knows a sign-in by that waits for its second factor, unsigned or not: only whom it is about.
 * It names that cookie as it names the one of a session.
 */
export function readChallenge(cookie: string | null, sessionCookieName: string): string | undefined {
  const name = sessionCookieName.replace(/session_token$/, 'two_factor')
  const found = (cookie ?? '').split(/; */).filter((part) => part.startsWith(`${name}=`))
  const [only] = found.length === 1 ? found : []
  return only === undefined ? undefined : CHALLENGE.exec(only.slice(name.length + 1))?.[1]
}

const CHALLENGE = /^(2fa-[A-Za-z0-9_-]+)\./
const BARE = /^[A-Za-z0-9]+$/
const SIGNED = /^([A-Za-z0-9]+)\.([A-Za-z0-9+/]{43}=)$/

function readSigned(value: string, secret: string): string | undefined {
  const [, token, signature] = SIGNED.exec(unescaped(value)) ?? []
  if (token === undefined || signature === undefined) return undefined
  const expected = createHmac('sha256', secret).update(token).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : undefined
}

/** As it stands in a cookie: only these three characters of a signature are escaped there. */
function unescaped(value: string): string {
  return value.replace(/%(?:2B|2F|3D)/gi, decodeURIComponent)
}
