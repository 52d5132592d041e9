import { expect, it } from 'vitest'
import { cleanName, parseMailbox } from './mail-address.rule.ts'

it.each([
  ['sam@example.com', { name: '', address: 'sam@example.com' }],
  ['Acme Partners <mail@example.com>', { name: 'Acme Partners', address: 'mail@example.com' }],
  ['Acme <Mail@bücher.example>', { name: 'Acme', address: 'mail@xn--bcher-kva.example' }],
  ['"Acme, Inc." <mail@example.com>', { name: 'Acme, Inc.', address: 'mail@example.com' }],
  ['Acme', undefined],
  ['Acme <mail@example.com> <eve@example.com>', undefined],
  ['Ac\rme <mail@example.com>', undefined],
  ['A"c"me <mail@example.com>', undefined],
])('parses sender %j as %j', (text, mailbox) => expect(parseMailbox(text)).toEqual(mailbox))

it.each([
  ['Acme\r\nBcc: eve@example.com', 'Acme Bcc: eve@example.com'],
  ['\u202eemca\u202c\u0007', 'emca'],
  ['  a \n b ', 'a b'],
  ['x'.repeat(101), `${'x'.repeat(99)}…`],
  ['x'.repeat(100), 'x'.repeat(100)],
])('cleans name %j to %j', (text, shown) => expect(cleanName(text)).toBe(shown))
