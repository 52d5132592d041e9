import { type Finding, failed, ok, type PublicResponse, unknown, warning } from './doctor.ts'

export interface AddressFacts {
  publicUrl: string
  isProduction: boolean
  trustsProxy: boolean
}

/** What the public address says of the way there: whether it leads here, by which proxy, and what cookies survive it. */
export function judgeAddress(facts: AddressFacts, answer: PublicResponse): Finding[] {
  const { publicUrl } = facts
  switch (answer.kind) {
    case 'unreachable':
      return [
        failed(
          'public_address',
          `${publicUrl} cannot be reached from here: ${answer.reason}.`,
          'See that the service runs, and that PUBLIC_URL, its name, its certificate and the proxy are right. Where this machine alone cannot reach it, ask from another.',
        ),
        unknown('proxy', 'Nobody answered at the public address.'),
        unknown('cookies', 'Nobody answered at the public address.'),
      ]
    case 'another':
      return [
        failed(
          'public_address',
          `Somebody else answers at ${publicUrl}: ${answer.status}${answer.location === undefined ? '' : `, sent on to ${answer.location}`}. It is no service of this version with this APP_SECRET.`,
          'Correct PUBLIC_URL (the address after every redirect), or where the proxy leads; give this command the environment of the service.',
        ),
        unknown('proxy', 'Somebody else answered at the public address.'),
        unknown('cookies', 'Somebody else answered at the public address.'),
      ]
    case 'own':
      return [
        ok('public_address', `${publicUrl} leads to this service.`),
        judgeProxy(facts, answer),
        judgeCookies(facts, answer.cookies),
      ]
  }
}

function judgeProxy(
  { trustsProxy }: AddressFacts,
  { isForwarded, ip }: { isForwarded: boolean; ip: string },
): Finding {
  if (isForwarded && !trustsProxy) {
    return failed(
      'proxy',
      `A proxy stands in front of the service and is not trusted: every visitor counts as ${ip}, and they share one rate limit.`,
      'Set TRUST_PROXY to the number of proxies, or to their addresses.',
    )
  }
  if (!isForwarded && trustsProxy) {
    return warning(
      'proxy',
      'TRUST_PROXY is set, and a call by the public address came without X-Forwarded-For: whoever writes that header chooses his own address.',
      'Unset TRUST_PROXY where there is no proxy, or let the proxy write X-Forwarded-For.',
    )
  }
  return ok(
    'proxy',
    isForwarded ? `The proxy is trusted: a call from here counts as ${ip}.` : 'No proxy stands in between.',
  )
}

/** The session's cookie as it arrives: a proxy may have changed it. */
function judgeCookies({ publicUrl, isProduction }: AddressFacts, cookies: string[]): Finding {
  const url = new URL(publicUrl)
  const session = cookies.find((cookie) => /session_token=/.test(cookie))
  if (session === undefined) {
    return failed(
      'cookies',
      'The cookie of the session does not arrive by the public address.',
      'See that the proxy passes Set-Cookie on, and POST to /api/auth/.',
    )
  }
  const has = (attribute: RegExp) => attribute.exec(session)
  const isLocal = /^(localhost|127\.|\[::1\])/.test(url.host)
  if (url.protocol === 'https:' && has(/;\s*secure/i) === null) {
    return failed(
      'cookies',
      'The cookie of the session arrives without Secure: it would go over plain http too.',
      'Let the proxy pass Set-Cookie as it is.',
    )
  }
  if (has(/;\s*httponly/i) === null || has(/;\s*samesite=(lax|strict)/i) === null) {
    return failed(
      'cookies',
      'The cookie of the session arrives without HttpOnly or SameSite: a proxy changed it.',
      'Let the proxy pass Set-Cookie as it is.',
    )
  }
  const domain = has(/;\s*domain=\.?([^;\s]+)/i)?.[1]
  if (domain !== undefined && !`.${url.hostname}`.endsWith(`.${domain}`)) {
    return failed(
      'cookies',
      `The cookie of the session is for ${domain}, which a browser at ${url.hostname} refuses: nobody stays signed in.`,
      'Remove what changes its Domain from the proxy.',
    )
  }
  if (url.protocol === 'http:' && isProduction && !isLocal) {
    return failed(
      'cookies',
      `${publicUrl} is plain http: passwords and sessions can be read on the way.`,
      'Put a proxy with a certificate in front, and set PUBLIC_URL to its https address.',
    )
  }
  return ok('cookies', 'A browser keeps the cookie of the session as it should.')
}
