import { describe, expect, it } from 'vitest'
import { isMailAddress, parseMailbox, plainName } from './mail-address.rule.ts'

describe('an address that mail can be sent to', () => {
  it.each(['sam@example.com', "o'neil+tag@mail.example.co.uk", 'root@localhost', 'a@bücher.example'])(
    '%s',
    (address) => expect(isMailAddress(address)).toBe(true),
  )
  it.each([
    '',
    '@example.com',
    'sam@',
    'sam',
    'a@b@c.example',
    'sam@example.com\r\nbcc: eve@example.com',
    'sam@example.com,eve@example.com',
    'sam <eve@example.com>',
    '"sam"@example.com',
    'sam(x)@example.com',
    'müller@example.com',
    '.sam@example.com',
    'sa..m@example.com',
    'sam@-example.com',
    'sam@exa mple.com',
    'sam@example..com',
    'sam@[127.0.0.1]',
    `${'a'.repeat(65)}@example.com`,
    `sam@${'a'.repeat(255)}.example`,
  ])('but not %j', (address) => expect(isMailAddress(address)).toBe(false))
})

it.each([
  ['sam@example.com', { name: '', address: 'sam@example.com' }],
  ['Acme Partners <mail@example.com>', { name: 'Acme Partners', address: 'mail@example.com' }],
  ['"Acme, Inc." <mail@example.com>', { name: 'Acme, Inc.', address: 'mail@example.com' }],
  ['Acme', undefined],
  ['Acme <mail@example.com> <eve@example.com>', undefined],
  ['Ac\rme <mail@example.com>', undefined],
  ['A"c"me <mail@example.com>', undefined],
])('a sender %j is read as %j', (text, mailbox) => expect(parseMailbox(text)).toEqual(mailbox))

it.each([
  ['Acme\r\nBcc: eve@example.com', 'Acme Bcc: eve@example.com'],
  ['\u202eemca\u202c\u0007', 'emca'],
  ['  a \n b ', 'a b'],
  ['x'.repeat(101), `${'x'.repeat(99)}…`],
  ['x'.repeat(100), 'x'.repeat(100)],
])('a name %j stands as %j', (text, shown) => expect(plainName(text)).toBe(shown))
