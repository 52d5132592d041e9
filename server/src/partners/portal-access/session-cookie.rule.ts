import { isSecret } from '../../core/privacy/token.rule.ts'

/** The cookie of a partner's session. No page of the team and no call beside the partner's own is sent it. */
export const PARTNER_COOKIE = 'affiliate_partner_session'

const PLACE = 'Path=/api/partner; HttpOnly; SameSite=Lax'

/** The `set-cookie` of a session; `token` undefined takes it away. */
export function partnerCookie(
  token: string | undefined,
  { isSecure, days }: { isSecure: boolean; days: number },
): string {
  const lasts = token === undefined ? 0 : days * 24 * 60 * 60
  return `${PARTNER_COOKIE}=${token ?? ''}; Max-Age=${lasts}; ${PLACE}${isSecure ? '; Secure' : ''}`
}

/** The token in a `cookie` header; undefined where there is none that could be one, or more than one. */
export function readPartnerCookie(header: string | undefined): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${PARTNER_COOKIE}=`))
    .map((cookie) => cookie.slice(PARTNER_COOKIE.length + 1))
  const [token] = found
  return found.length === 1 && token !== undefined && isSecret(token) ? token : undefined
}
