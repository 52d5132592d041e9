import { describe, expect, it } from 'vitest'
import { NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { decryptDebtor, decryptDetails, encryptDebtor, encryptDetails } from './encrypted-details.rule.ts'
import type { PayoutDetails } from './payout-details.ts'

const encryption = {
  appSecret: 'an installation secret of at least 32 characters',
  nonce: Buffer.alloc(NONCE_BYTES, 7),
}
const location = { programId: 1, partnerId: 2, version: 3 }
const details: PayoutDetails = {
  account: { method: 'paypal', email: 'ann@pay.test' },
  payee_kind: 'person',
  legal_name: 'Ann',
  address: 'Street 1',
  city: 'Town',
  postal_code: '',
  country: 'DE',
  tax_id: null,
}

describe('encrypted payout details', () => {
  const sealed = encryptDetails(details, location, encryption)

  it('can be decrypted only in their own row, and don’t contain plaintext', () => {
    expect(decryptDetails(sealed, location, encryption.appSecret)).toEqual(details)
    expect(sealed).not.toContain('ann')
  })

  it.each([
    ['another program', { ...location, programId: 9 }],
    ['another partner', { ...location, partnerId: 9 }],
    ['another version', { ...location, version: 9 }],
    ['IDs with the same concatenation', { programId: 1, partnerId: 23, version: 3 }],
  ])('can’t be decrypted in a row of %s', (_name, otherLocation) => {
    expect(decryptDetails(sealed, otherLocation, encryption.appSecret)).toBe('unreadable')
  })

  it('can’t be decrypted with another secret', () => {
    expect(decryptDetails(sealed, location, `${encryption.appSecret}!`)).toBe('unreadable')
  })
})

describe('a program’s encrypted account', () => {
  it('can be decrypted only for its program', () => {
    const debtor = { name: 'Shop', iban: 'DE89370400440532013000', bic: null }
    const sealed = encryptDebtor(debtor, 1, encryption)
    expect(decryptDebtor(sealed, 1, encryption.appSecret)).toEqual(debtor)
    expect(decryptDebtor(sealed, 2, encryption.appSecret)).toBe('unreadable')
    expect(decryptDebtor(null, 1, encryption.appSecret)).toBeNull()
  })
})
