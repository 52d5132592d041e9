import { describe, expect, it } from 'vitest'
import { PARTNER_COOKIE, partnerCookie, readPartnerCookie } from './session-cookie.rule.ts'

const TOKEN = 'a'.repeat(43)

describe('partnerCookie', () => {
  it('is limited to partner routes, hidden from scripts, and secure if the service uses HTTPS', () => {
    expect(partnerCookie(TOKEN, { isSecure: true, days: 30 })).toBe(
      `${PARTNER_COOKIE}=${TOKEN}; Max-Age=2592000; Path=/api/partner; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(partnerCookie(TOKEN, { isSecure: false, days: 30 })).not.toContain('Secure')
  })

  it('can be removed', () => {
    expect(partnerCookie(undefined, { isSecure: false, days: 30 })).toContain(
      `${PARTNER_COOKIE}=; Max-Age=0;`,
    )
  })
})

describe('readPartnerCookie', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    [`${PARTNER_COOKIE}=${TOKEN}`, TOKEN],
    [`a=b; ${PARTNER_COOKIE}=${TOKEN}; c=d`, TOKEN],
    [`${PARTNER_COOKIE}=short`, undefined],
    [`x${PARTNER_COOKIE}=${TOKEN}`, undefined],
    // An attacker who can add a second cookie must not have it accepted.
    [`${PARTNER_COOKIE}=${TOKEN}; ${PARTNER_COOKIE}=${'b'.repeat(43)}`, undefined],
  ])('parses %j as %j', (header, token) => expect(readPartnerCookie(header)).toBe(token))
})
