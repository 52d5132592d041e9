import { type Finding, failure, ok, type PublicResponse, unknown, warning } from './doctor.ts'

export interface PublicAddressInfo {
  publicUrl: string
  isProduction: boolean
  trustsProxy: boolean
}

/** Checks whether the public URL reaches this service, through which proxy, and whether cookies arrive intact. */
export function checkPublicAddress(info: PublicAddressInfo, response: PublicResponse): Finding[] {
  const { publicUrl } = info
  switch (response.kind) {
    case 'unreachable':
      return [
        failure(
          'public_address',
          `${publicUrl} cannot be reached from here: ${response.reason}.`,
          'Check that the service is running and that PUBLIC_URL, DNS, the certificate and the proxy are correct. If only this machine cannot reach it, check from another one.',
        ),
        unknown('proxy', 'The public URL did not respond.'),
        unknown('cookies', 'The public URL did not respond.'),
      ]
    case 'another':
      return [
        failure(
          'public_address',
          `Another service responds at ${publicUrl}: ${response.status}${response.location === undefined ? '' : `, redirected to ${response.location}`}. It runs a different version or has a different APP_SECRET.`,
          'Correct PUBLIC_URL (use the URL after all redirects) or the proxy. Run this command with the service’s environment.',
        ),
        unknown('proxy', 'Another service responded at the public URL.'),
        unknown('cookies', 'Another service responded at the public URL.'),
      ]
    case 'own':
      return [
        ok('public_address', `${publicUrl} reaches this service.`),
        checkProxy(info, response),
        checkCookies(info, response.cookies),
      ]
  }
}

function checkProxy(
  { trustsProxy }: PublicAddressInfo,
  { isForwarded, ip }: { isForwarded: boolean; ip: string },
): Finding {
  if (isForwarded && !trustsProxy) {
    return failure(
      'proxy',
      `The service is behind an untrusted proxy: all visitors have the IP address ${ip} and share one rate limit.`,
      'Set TRUST_PROXY to the number of proxies, or to their addresses.',
    )
  }
  if (!isForwarded && trustsProxy) {
    return warning(
      'proxy',
      'TRUST_PROXY is set, but a request to the public URL arrived without X-Forwarded-For: clients can fake their IP address with this header.',
      'Unset TRUST_PROXY if there is no proxy. Otherwise, make the proxy set X-Forwarded-For.',
    )
  }
  return ok(
    'proxy',
    isForwarded
      ? `The proxy is trusted: a request from here has the IP address ${ip}.`
      : 'There is no proxy.',
  )
}

/** Checks the session cookie as it arrives, because a proxy may have changed it. */
function checkCookies({ publicUrl, isProduction }: PublicAddressInfo, cookies: string[]): Finding {
  const url = new URL(publicUrl)
  const session = cookies.find((cookie) => /session_token=/.test(cookie))
  if (session === undefined) {
    return failure(
      'cookies',
      'The session cookie is missing from the public URL’s responses.',
      'Make the proxy forward Set-Cookie, and POST requests to /api/auth/.',
    )
  }
  const has = (attribute: RegExp) => attribute.exec(session)
  const isLocal = /^(localhost|127\.|\[::1\])/.test(url.host)
  if (url.protocol === 'https:' && has(/;\s*secure/i) === null) {
    return failure(
      'cookies',
      'The session cookie arrives without Secure, so it is also sent over plain HTTP.',
      'Configure the proxy to forward Set-Cookie unchanged.',
    )
  }
  if (has(/;\s*httponly/i) === null || has(/;\s*samesite=(lax|strict)/i) === null) {
    return failure(
      'cookies',
      'The session cookie arrives without HttpOnly or SameSite: a proxy changed it.',
      'Configure the proxy to forward Set-Cookie unchanged.',
    )
  }
  const domain = has(/;\s*domain=\.?([^;\s]+)/i)?.[1]
  if (domain !== undefined && !`.${url.hostname}`.endsWith(`.${domain}`)) {
    return failure(
      'cookies',
      `The session cookie is for ${domain}, so browsers at ${url.hostname} reject it and users can’t stay signed in.`,
      'Stop the proxy from changing the cookie’s Domain.',
    )
  }
  if (url.protocol === 'http:' && isProduction && !isLocal) {
    return failure(
      'cookies',
      `${publicUrl} uses plain HTTP: passwords and sessions can be intercepted.`,
      'Use a proxy with a certificate and set PUBLIC_URL to its https URL.',
    )
  }
  return ok('cookies', 'The session cookie arrives intact.')
}
