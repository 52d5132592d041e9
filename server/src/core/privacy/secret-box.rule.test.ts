import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptSecret, encryptSecret, NONCE_BYTES } from './secret-box.rule.ts'

const APP_SECRET = 'an installation secret of at least 32 characters'

describe('a sealed secret', () => {
  it('opens to what was sealed, whatever it is', () => {
    const nonces = fc.uint8Array({ minLength: NONCE_BYTES, maxLength: NONCE_BYTES })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), nonces, (plain, nonce) => {
        expect(decryptSecret(encryptSecret(plain, APP_SECRET, Buffer.from(nonce)), APP_SECRET)).toBe(plain)
      }),
    )
  })

  it('names its version and does not show the secret', () => {
    const sealed = encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(sealed).toMatch(/^v1:[\w-]{16}:[\w-]+:[\w-]{22}$/)
    expect(sealed).not.toContain('whsec')
  })

  it('looks different under another nonce', () => {
    const seal = () => encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(seal()).not.toBe(seal())
  })

  it('stays shut under another APP_SECRET', () => {
    const sealed = encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(() => decryptSecret(sealed, `${APP_SECRET}.`)).toThrow(/another APP_SECRET/)
  })

  it('opens only for the place that it was sealed for', () => {
    const sealed = encryptSecret('plain', APP_SECRET, randomBytes(NONCE_BYTES), 'row 1')
    expect(decryptSecret(sealed, APP_SECRET, 'row 1')).toBe('plain')
    for (const place of ['row 2', '', undefined]) {
      expect(() => decryptSecret(sealed, APP_SECRET, place)).toThrow(/cannot be decrypted/)
    }
    const ofNoPlace = encryptSecret('plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(() => decryptSecret(ofNoPlace, APP_SECRET, 'row 1')).toThrow(/cannot be decrypted/)
  })

  it('stays shut when any of its parts was changed', () => {
    const parts = encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES)).split(':')
    for (const index of [1, 2, 3]) {
      const changed = parts.map((part, at) => (at === index ? flipFirstByte(part) : part)).join(':')
      expect(() => decryptSecret(changed, APP_SECRET)).toThrow(/modified/)
    }
  })

  it('refuses a shortened tag and a text of another format', () => {
    const sealed = encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(() => decryptSecret(sealed.slice(0, -8), APP_SECRET)).toThrow()
    for (const text of ['', 'whsec_plain', sealed.replace('v1:', 'v2:'), `${sealed}:more`]) {
      expect(() => decryptSecret(text, APP_SECRET)).toThrow(/known format/)
    }
  })

  it('takes no nonce of another length', () => {
    expect(() => encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES - 1))).toThrow(RangeError)
  })
})

function flipFirstByte(part: string): string {
  const bytes = Buffer.from(part, 'base64url')
  bytes.writeUInt8(bytes.readUInt8() ^ 1)
  return bytes.toString('base64url')
}
