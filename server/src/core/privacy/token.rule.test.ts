import { describe, expect, it } from 'vitest'
import {
  formatSecret,
  hashPermanentSecret,
  hashSecret,
  isSecret,
  matchesHash,
  readToken,
  signToken,
} from './token.rule.ts'

const APP_SECRET = 'an installation secret of at least 32 characters'
const NOW = new Date('2026-03-10T12:00:00.000Z')

describe('a secret', () => {
  it('encodes all 32 bytes as 43 base64url characters', () => {
    expect(formatSecret(Buffer.alloc(32, 255))).toBe(`${'_'.repeat(42)}8`)
    expect(isSecret(formatSecret(Buffer.alloc(32, 255)))).toBe(true)
    expect(() => formatSecret(Buffer.alloc(31))).toThrow('must have 32 bytes')
  })

  it.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}\n`])(
    "has a fixed format, so it can't be %j",
    (text) => expect(isSecret(text)).toBe(false),
  )

  it('is stored as a hash bound to its purpose and APP_SECRET', () => {
    const hash = hashSecret('session', 'x', APP_SECRET)
    expect(hash).toEqual(hashSecret('session', 'x', APP_SECRET))
    expect(matchesHash(hash, 'session', 'x', APP_SECRET)).toBe(true)
    expect(matchesHash(hash, 'session', 'y', APP_SECRET)).toBe(false)
    expect(matchesHash(hash, 'partner_session', 'x', APP_SECRET)).toBe(false)
    expect(matchesHash(hash, 'session', 'x', `${APP_SECRET}!`)).toBe(false)
    expect(matchesHash(hash.subarray(1), 'session', 'x', APP_SECRET)).toBe(false)
    expect(hashPermanentSecret('verification', 'x')).not.toEqual(
      hashPermanentSecret('member_invitation', 'x'),
    )
  })
})

describe('a signed token', () => {
  const expiresAt = new Date(NOW.getTime() + 1000)
  const subject = [7, 'user-1', 'stripe', 'nonce'] as const
  const token = signToken('connect_state', subject, { expiresAt, appSecret: APP_SECRET })
  const read = (text: string, { now = NOW, appSecret = APP_SECRET } = {}) =>
    readToken('connect_state', text, { now, appSecret })

  it('contains its subject and needs no URL escaping', () => {
    expect(read(token)).toEqual(subject)
    expect(encodeURIComponent(token)).toBe(token)
  })

  it('expires, unless it has no expiry date', () => {
    expect(read(token, { now: new Date(expiresAt.getTime() - 1) })).toEqual(subject)
    expect(read(token, { now: expiresAt })).toBeUndefined()
    const endless = signToken('connect_state', subject, { expiresAt: null, appSecret: APP_SECRET })
    expect(read(endless, { now: new Date('2999-01-01') })).toEqual(subject)
  })

  it('is invalid if altered or truncated, with another APP_SECRET, or for another purpose', () => {
    const [payload = '', signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify([null, 8, 'user-1', 'stripe', ''])).toString('base64url')
    for (const invalidToken of [
      '',
      '.',
      payload,
      `${payload}.`,
      `${forged}.${signature}`,
      `${token}.`,
      `${token}.x`,
      token.slice(0, -2),
      `${token}${'x'.repeat(1_000)}`,
    ]) {
      expect(read(invalidToken), invalidToken).toBeUndefined()
    }
    expect(read(token, { appSecret: `${APP_SECRET}!` })).toBeUndefined()
    expect(readToken('unsubscribe', token, { now: NOW, appSecret: APP_SECRET })).toBeUndefined()
  })
})
