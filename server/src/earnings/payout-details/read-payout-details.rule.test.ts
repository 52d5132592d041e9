import { describe, expect, it } from 'vitest'
import { readPayoutDetails, type SentPayoutDetails } from './read-payout-details.rule.ts'

const PAYEE = {
  payeeKind: 'person',
  legalName: ' Ann Example ',
  address: 'Street 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'de',
} as const
const IBAN = { ...PAYEE, method: 'bank_iban', iban: 'de89 3704 0044 0532 0130 00' } as const
const ACCOUNT = {
  ...PAYEE,
  method: 'bank_account',
  accountNumber: '123456789',
  routingNumber: '021000021',
} as const
const PAYPAL = { ...PAYEE, method: 'paypal', email: 'ann+x@pay.test' } as const

describe('readPayoutDetails', () => {
  it('normalizes a bank account', () => {
    expect(readPayoutDetails({ ...IBAN, bic: 'deutdeff', taxId: ' DE1 ' })).toEqual({
      kind: 'read',
      details: {
        account: { method: 'bank_iban', iban: 'DE89370400440532013000', bic: 'DEUTDEFF' },
        payee_kind: 'person',
        legal_name: 'Ann Example',
        address: 'Street 1',
        city: 'Berlin',
        postal_code: '10115',
        country: 'DE',
        tax_id: 'DE1',
      },
    })
  })

  it('ignores spaces and separators in pasted codes', () => {
    const [nbsp, thin] = ['\u00A0', '\u2009']
    const pastedDetails = {
      ...IBAN,
      iban: `IBAN: de89${nbsp}3704${thin}0044-0532.0130 00`,
      bic: `deut${nbsp}de-ff`,
      legalName: `Ann${nbsp}Example`,
      address: `Street${thin}1\t`,
      postalCode: `10115${nbsp}`,
      taxId: `DE${nbsp}1\u200B`,
    }
    expect(readPayoutDetails(pastedDetails)).toMatchObject({
      details: {
        account: { iban: 'DE89370400440532013000', bic: 'DEUTDEFF' },
        legal_name: 'Ann Example',
        address: 'Street 1',
        postal_code: '10115',
        tax_id: 'DE 1',
      },
    })
    const american = { ...ACCOUNT, accountNumber: `1234${nbsp}56–789`, routingNumber: `021-000${thin}021` }
    expect(readPayoutDetails(american)).toMatchObject({
      details: { account: { account_number: '123456-789', routing_number: '021000021' } },
    })
    const paypal = { ...PAYPAL, email: `${nbsp}ann+x@\u200Bpay.test${nbsp}` }
    expect(readPayoutDetails(paypal)).toMatchObject({ details: { account: { email: 'ann+x@pay.test' } } })
  })

  it('ignores direction marks and line breaks in pasted numbers', () => {
    const wrap = (text: string) => `\u202A${text}\u202C\n`
    const input = { ...IBAN, iban: wrap('DE89 3704\t0044\n0532 0130 00'), bic: wrap('DEUTDEFF') }
    const account = { iban: 'DE89370400440532013000', bic: 'DEUTDEFF' }
    expect(readPayoutDetails(input)).toMatchObject({ details: { account } })
    const american = { ...ACCOUNT, accountNumber: wrap('123\t456'), routingNumber: wrap('021000021') }
    expect(readPayoutDetails(american)).toMatchObject({
      details: { account: { account_number: '123456', routing_number: '021000021' } },
    })
  })

  it.each([
    ['an IBAN without a BIC', IBAN, { method: 'bank_iban', iban: 'DE89370400440532013000', bic: null }],
    [
      'a bank account in the United States',
      ACCOUNT,
      { method: 'bank_account', account_number: '123456789', routing_number: '021000021' },
    ],
    ['PayPal', PAYPAL, { method: 'paypal', email: 'ann+x@pay.test' }],
    ['Wise', { ...PAYPAL, method: 'wise' }, { method: 'wise', email: 'ann+x@pay.test' }],
    [
      'another way',
      { ...PAYEE, method: 'other', instructions: ' cash ' },
      { method: 'other', instructions: 'cash' },
    ],
  ] as const)('normalizes %s', (_name, input, account) => {
    expect(readPayoutDetails(input)).toMatchObject({ kind: 'read', details: { account } })
  })

  it.each([
    ['no IBAN', { ...IBAN, iban: undefined }, 'iban', 'not an IBAN'],
    ['a mistyped IBAN', { ...IBAN, iban: 'DE89370400440532013001' }, 'iban', 'check digits'],
    ['an IBAN with the wrong length', { ...IBAN, iban: 'DE8937040044053201300' }, 'iban', 'length'],
    ['an IBAN from a country without IBANs', { ...IBAN, iban: 'US89370400440532013000' }, 'iban', 'country'],
    ['no BIC', { ...IBAN, bic: 'DEUT' }, 'bic', 'a BIC'],
    ['a field for another method', { ...IBAN, email: 'a@b.test' }, 'email', 'does not belong'],
    ['an account number that is too short', { ...ACCOUNT, accountNumber: '123' }, 'accountNumber', '4 to 34'],
    ['a mistyped routing number', { ...ACCOUNT, routingNumber: '021000022' }, 'routingNumber', 'check digit'],
    ['no address', { ...PAYPAL, email: 'ann' }, 'email', 'email address'],
    ['an address that looks like a formula', { ...PAYPAL, email: '=ann@pay.test' }, 'email', 'starts with'],
    ['an address with non-ASCII letters', { ...PAYPAL, email: 'ann@päy.test' }, 'email', 'ASCII'],
    ['another method without instructions', { ...PAYEE, method: 'other' }, 'instructions', 'required'],
    ['no name', { ...IBAN, legalName: '  ' }, 'legalName', 'required'],
    ['a name that is too long', { ...IBAN, legalName: 'x'.repeat(101) }, 'legalName', '100'],
    ['a name with two lines', { ...IBAN, legalName: 'a\nb' }, 'legalName', 'one line'],
    ['a NUL', { ...IBAN, address: 'a\0' }, 'address', 'one line'],
    ['no country', { ...IBAN, country: 'XX' }, 'country', 'ISO 3166'],
  ] as const)('rejects %s', (_name, input: SentPayoutDetails, field, expected) => {
    const result = readPayoutDetails(input)
    expect(result).toMatchObject({ kind: 'fault', field })
    expect(result).toHaveProperty('message', expect.stringContaining(expected))
  })
})
