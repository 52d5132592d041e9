import { describe, expect, it } from 'vitest'
import { formatPartnerSecret, isPartnerSecret, partnerSignInLink } from './partner-secret.rule.ts'

describe('a secret of a partner', () => {
  it('is 43 characters of base64url', () => {
    const secret = formatPartnerSecret(Buffer.alloc(32, 255))
    expect(secret).toBe(`${'_'.repeat(42)}8`)
    expect(isPartnerSecret(secret)).toBe(true)
  })

  it('takes all its bytes', () => {
    expect(() => formatPartnerSecret(Buffer.alloc(31))).toThrow('takes 32 bytes')
  })

  it.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}\n`])(
    'is not %j',
    (text) => expect(isPartnerSecret(text)).toBe(false),
  )

  it('is told to no server: it stands behind the # of its page', () => {
    const url = new URL(partnerSignInLink('https://acme.test', 'abc'))
    expect([url.pathname, url.search, url.hash]).toEqual(['/partner/sign-in', '', '#abc'])
  })
})
