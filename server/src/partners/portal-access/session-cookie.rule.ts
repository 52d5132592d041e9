import { isSecret } from '../../core/privacy/token.rule.ts'

/** A partner's session cookie, sent only to partner endpoints. */
export const PARTNER_COOKIE = 'affiliate_partner_session'

const PLACE = 'Path=/api/partner; HttpOnly; SameSite=Lax'

/** Returns the `set-cookie` header for a session. An undefined `token` clears the cookie. */
export function partnerCookie(
  token: string | undefined,
  { isSecure, days }: { isSecure: boolean; days: number },
): string {
  const lasts = token === undefined ? 0 : days * 24 * 60 * 60
  return `${PARTNER_COOKIE}=${token ?? ''}; Max-Age=${lasts}; ${PLACE}${isSecure ? '; Secure' : ''}`
}

/** Returns the token in a `cookie` header; undefined if there is none, it is malformed, or there are several. */
export function readPartnerCookie(header: string | undefined): string | undefined {
  const cookieValues = (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${PARTNER_COOKIE}=`))
    .map((cookie) => cookie.slice(PARTNER_COOKIE.length + 1))
  const [token] = cookieValues
  return cookieValues.length === 1 && token !== undefined && isSecret(token) ? token : undefined
}
