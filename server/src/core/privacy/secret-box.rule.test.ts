import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptSecret, encryptSecret, NONCE_BYTES } from './secret-box.rule.ts'

const APP_SECRET = 'an installation secret of at least 32 characters'

describe('an encrypted secret', () => {
  it('decrypts to the original text (property)', () => {
    const nonces = fc.uint8Array({ minLength: NONCE_BYTES, maxLength: NONCE_BYTES })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), nonces, (plain, nonce) => {
        expect(decryptSecret(encryptSecret(plain, APP_SECRET, Buffer.from(nonce)), APP_SECRET)).toBe(plain)
      }),
    )
  })

  it('contains its version but not the plaintext', () => {
    const sealed = encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(sealed).toMatch(/^v1:[\w-]{16}:[\w-]+:[\w-]{22}$/)
    expect(sealed).not.toContain('whsec')
  })

  it('differs by nonce', () => {
    const seal = () => encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(seal()).not.toBe(seal())
  })

  it("can't be decrypted with another APP_SECRET", () => {
    const sealed = encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(() => decryptSecret(sealed, `${APP_SECRET}.`)).toThrow(/another APP_SECRET/)
  })

  it('can only be decrypted in the place it was encrypted for', () => {
    const sealed = encryptSecret('plain', APP_SECRET, randomBytes(NONCE_BYTES), 'row 1')
    expect(decryptSecret(sealed, APP_SECRET, 'row 1')).toBe('plain')
    for (const context of ['row 2', '', undefined]) {
      expect(() => decryptSecret(sealed, APP_SECRET, context)).toThrow(/cannot be decrypted/)
    }
    const withoutContext = encryptSecret('plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(() => decryptSecret(withoutContext, APP_SECRET, 'row 1')).toThrow(/cannot be decrypted/)
  })

  it("can't be decrypted after any part was modified", () => {
    const parts = encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES)).split(':')
    for (const index of [1, 2, 3]) {
      const tampered = parts.map((part, at) => (at === index ? flipFirstByte(part) : part)).join(':')
      expect(() => decryptSecret(tampered, APP_SECRET)).toThrow(/modified/)
    }
  })

  it("can't be decrypted with a truncated tag or in a different format", () => {
    const sealed = encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES))
    expect(() => decryptSecret(sealed.slice(0, -8), APP_SECRET)).toThrow()
    for (const text of ['', 'whsec_plain', sealed.replace('v1:', 'v2:'), `${sealed}:more`]) {
      expect(() => decryptSecret(text, APP_SECRET)).toThrow(/known format/)
    }
  })

  it('requires a nonce of the right length', () => {
    expect(() => encryptSecret('whsec_plain', APP_SECRET, randomBytes(NONCE_BYTES - 1))).toThrow(RangeError)
  })
})

function flipFirstByte(part: string): string {
  const bytes = Buffer.from(part, 'base64url')
  bytes.writeUInt8(bytes.readUInt8() ^ 1)
  return bytes.toString('base64url')
}
