import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ibanError, isBic, isRoutingNumber, isSepaIban } from './bank-account.rule.ts'

describe('ibanError', () => {
  it.each([
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'NL91ABNA0417164300',
  ])('accepts %s', (iban) => expect(ibanError(iban)).toBeNull())

  it.each([
    ['not a string', '', 'not_an_iban'],
    ['lowercase letters', 'de89370400440532013000', 'not_an_iban'],
    ['signs', 'DE8937040044053201300-', 'not_an_iban'],
    ['longer than any IBAN', `DE89${'1'.repeat(31)}`, 'not_an_iban'],
    ['a country without IBANs', 'US89370400440532013000', 'unknown_country'],
    ['one digit too few', 'DE8937040044053201300', 'wrong_length'],
    ['one digit too many', 'DE893704004405320130000', 'wrong_length'],
    ['letters in a country with digits only', 'DE8937040044053201300A', 'wrong_format'],
    ['another digit', 'DE89370400440532013001', 'wrong_checksum'],
    ['two digits swapped', 'DE89370400440532010300', 'wrong_checksum'],
  ])('rejects %s', (_name, iban, fault) => expect(ibanError(iban)).toBe(fault))

  it('detects every single mistyped digit', () => {
    const iban = 'DE89370400440532013000'
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = (Number(iban[at]) + by) % 10
        expect(ibanError(iban.slice(0, at) + digit + iban.slice(at + 1))).toBe('wrong_checksum')
      }),
    )
  })
})

describe('isSepaIban', () => {
  it.each([
    ['DE89370400440532013000', true],
    ['GB29NWBK60161331926819', true],
    ['TR330006100519786457841326', false],
    // Countries that joined SEPA in 2024 and 2025.
    ['RS35260005601001611379', true],
    ['AL47212110090000000235698741', true],
  ])('checks %s: %s', (iban, is) => expect(isSepaIban(iban)).toBe(is))
})

describe('isBic', () => {
  it.each([
    ['DEUTDEFF', true],
    ['DEUTDEFF500', true],
    ['DEUTDEFF50', false],
    ['DEUT1EFF', false],
    ['DEUTXXFF', false],
    ['deutdeff', false],
    ['', false],
  ])('checks %s: %s', (text, is) => expect(isBic(text)).toBe(is))
})

describe('isRoutingNumber', () => {
  it.each([
    ['021000021', true],
    ['011401533', true],
    ['021000022', false],
    ['000000000', false],
    ['02100002', false],
    ['0210000210', false],
    ['02100002x', false],
  ])('checks %s: %s', (text, is) => expect(isRoutingNumber(text)).toBe(is))
})
