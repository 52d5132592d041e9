import { describe, expect, it } from 'vitest'
import { maskedAccount } from './masked-account.rule.ts'

describe('maskedAccount', () => {
  it.each([
    [{ method: 'bank_iban', iban: 'DE89370400440532013000', bic: null }, 'DE•• •••• 3000'],
    [{ method: 'bank_account', account_number: '123456789', routing_number: '021000021' }, '•••• 6789'],
    [{ method: 'bank_account', account_number: '1234', routing_number: '021000021' }, '•••• 34'],
    [{ method: 'paypal', email: 'ann@pay.test' }, 'a••••@pay.test'],
    [{ method: 'wise', email: 'a@pay.test' }, '••••@pay.test'],
    [{ method: 'other', instructions: 'cash, Fridays' }, '••••'],
  ] as const)('masks %o as %s', (account, expected) => expect(maskedAccount(account)).toBe(expected))
})
