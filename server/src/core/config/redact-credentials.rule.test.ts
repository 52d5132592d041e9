import { expect, it } from 'vitest'
import { redactCredentials } from './redact-credentials.rule.ts'

it.each([
  ['http://u:secret@host/x', 'http://…@host/x'],
  ['https://token@host', 'https://…@host'],
  ['postgres://u:p/secret@host:5432/x', 'postgres://…@host:5432/x'],
  ['s3://u:p@secret@bucket/x', 's3://…@bucket/x'],
  [
    "option '--url' argument 'HTTP://u:secret@host' is invalid",
    "option '--url' argument 'HTTP://…@host' is invalid",
  ],
  ['http://a:secret@b and http://c:secret@d', 'http://…@b and http://…@d'],
  ["'http://u:a secret@host' is invalid", "'http://…@host' is invalid"],
  ['x://u:a"sec<ret>@host', 'x://…@host'],
  ['http://host/x', 'http://host/x'],
  ['write to a@b.example about http://host', 'write to a@b.example about http://host'],
  ['', ''],
])('redacts %s to %s', (text, shown) => {
  expect(redactCredentials(text)).toBe(shown)
})

it('redacts long texts in linear time', () => {
  const signs = 1_000_000
  expect(redactCredentials('a'.repeat(signs))).toHaveLength(signs)
  expect(redactCredentials('x://'.repeat(signs))).toHaveLength(4 * signs)
  expect(redactCredentials(`x://${'a'.repeat(signs)}@`)).toBe('x://…@')
})
