import { expect, it } from 'vitest'
import { pastedCode, pastedLine } from './pasted-text.rule.ts'

it.each([
  'DE89370400440532013000',
  'de89 3704 0044 0532 0130 00',
  'DE89\u00A03704\u00A00044\u00A00532\u00A00130\u00A000',
  'DE89\u20093704\u202F0044\u20070532 0130 00',
  'DE89-3704-0044-0532-0130-00',
  'DE89–3704–0044–0532–0130–00',
  'DE89.3704.0044.0532.0130.00',
  'DE89\t3704 0044 0532 0130 00 ',
  '\uFEFFDE89\u200B3704 0044 0532 0130 00\u00AD',
  'IBAN: DE89 3704 0044 0532 0130 00',
  'IBAN DE89370400440532013000',
  '\u202ADE89 3704 0044 0532 0130 00\u202C',
  'IBAN:\nDE89\t3704\r\n0044 0532\u2028 0130 00\n',
  'ＤＥ８９３７０４００４４０５３２０１３０００',
])('parses %j as the same IBAN', (typed) => expect(pastedCode(typed)).toBe('DE89370400440532013000'))

it.each([
  ['BIC: deut de ff', 'DEUTDEFF'],
  ['SWIFT DEUTDEFF-500', 'DEUTDEFF500'],
  ['BICXXXXX', 'BICXXXXX'],
  ['021-000-021', '021000021'],
  ['DE89*3704', 'DE89*3704'],
  ['', ''],
])('parses %j as code %j', (typed, code) => expect(pastedCode(typed)).toBe(code))

it.each([
  ['\u00A0Ann\u00A0\u2009Example ', 'Ann Example'],
  ['Jose\u0301', 'José'],
  ['ann@\u200Bpay.test\uFEFF', 'ann@pay.test'],
  // Joiners between letters are kept.
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['a\nb', 'a\nb'],
])('parses %j as line %j', (typed, line) => expect(pastedLine(typed)).toBe(line))
