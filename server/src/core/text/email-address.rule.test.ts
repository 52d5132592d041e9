import { describe, expect, it } from 'vitest'
import { canonicalEmail, customerEmailForms, isCustomerEmail } from './email-address.rule.ts'

describe('canonicalEmail maps all forms of an address to one', () => {
  it.each([
    'sam@example.com',
    ' Sam@Example.COM ',
    'sam@example.com.',
    'sam@ｅｘａｍｐｌｅ.com',
    'sam@example。com',
    'sam@ℰxample.com',
    '\ufeffsam@example.com\u00a0',
  ])('%j', (text) => expect(canonicalEmail(text)).toBe('sam@example.com'))

  it.each([
    ['sam@bücher.example', 'sam@xn--bcher-kva.example'],
    ['sam@XN--BCHER-KVA.example', 'sam@xn--bcher-kva.example'],
    ['sam@bu\u0308cher.example', 'sam@xn--bcher-kva.example'],
    ['sam@ﬁ.example', 'sam@fi.example'],
    ['sam@①.example', 'sam@1.example'],
    ['sam@пример.рф', 'sam@xn--e1afmkfd.xn--p1ai'],
    ["O'Neil+tag@mail.example.co.uk", "o'neil+tag@mail.example.co.uk"],
    ['root@localhost', 'root@localhost'],
  ])('%s to %s', (text, address) => expect(canonicalEmail(text)).toBe(address))
})

const NO_ADDRESS = [
  '',
  'sam',
  '@example.com',
  'sam@',
  '<x@y.co>',
  'Sam <sam@example.com>',
  'a,b@c.co',
  'a@b.co,c@d.co',
  'a@b@c.example',
  'a@b..co',
  'a@.b.co',
  'a@b.co..',
  'a@-b.co',
  'a@b-.co',
  'a@b_c.co',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@0x7f.1',
  'a@1',
  'a@ex%61mple.com',
  'a@example.com/x',
  'a@example.com:25',
  'a@exa mple.com',
  'a@exam\u200bple.com',
  'a@exam\u00adple.com',
  'a@xn--a.example',
  'sam@example.com\r\nbcc: eve@example.com',
  'sam(x)@example.com',
  '"sam"@example.com',
  `${'a'.repeat(65)}@example.com`,
  `sam@${'a'.repeat(64)}.example`,
  `sam@${'a.'.repeat(130)}example`,
  // 255 characters after the domain is converted to ASCII.
  `sam@${'ü.'.repeat(31)}example`,
]

it.each([
  ...NO_ADDRESS,
  'müller@example.com',
  'ｓam@example.com',
  '\u212aim@example.com',
  'a\u202eb@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
])('canonicalEmail rejects %j', (text) => expect(canonicalEmail(text)).toBeUndefined())

describe('a customer’s email address', () => {
  it.each(NO_ADDRESS)('must not be %j', (text) => expect(isCustomerEmail(text)).toBe(false))
  it.each([' Müller@Example.com ', 'a..b@bücher.example'])('may be %s', (text) =>
    expect(isCustomerEmail(text)).toBe(true),
  )

  it.each([
    [' Ada@Example.com ', ['ada@example.com']],
    ['ada@bücher.example', ['ada@bücher.example', 'ada@xn--bcher-kva.example']],
    ['ada@xn--bcher-kva.example', ['ada@xn--bcher-kva.example', 'ada@bücher.example']],
    ['ada@ｅxample.com.', ['ada@ｅxample.com.', 'ada@example.com']],
    ['A@b..co', ['a@b..co']],
  ])('written as %s may have been hashed as %j', (text, forms) =>
    expect(customerEmailForms(text)).toEqual(forms),
  )
})

it('canonicalEmail leaves canonical addresses unchanged', () => {
  for (const text of ['Sam@ｅxample.com.', 'sam@bücher.example', 'root@localhost']) {
    const address = canonicalEmail(text) ?? ''
    expect(canonicalEmail(address)).toBe(address)
  }
})
