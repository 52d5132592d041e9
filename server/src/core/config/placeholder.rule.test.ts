import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isPlaceholder, isRepetition } from './placeholder.rule.ts'

test.each([
  'change-me',
  'change-me-change-me-change-me-change-me',
  'CHANGEME_CHANGEME_CHANGEME_CHANGEME',
  'please change this to something long',
  'replace_this_with_something',
  'replace with the output of openssl',
  '<at least 32 random characters here>',
  'your-secret-key-of-at-least-32-chars',
  'your_app_secret',
  'your password',
  'Placeholder',
])('"%s" is a placeholder', (secret) => {
  expect(isPlaceholder(secret)).toBe(true)
})

test.each([
  '',
  'hunter2',
  'correct horse battery staple',
  'a-secret-of-at-least-thirty-two-characters',
  'changed',
])('"%s" is not a placeholder', (secret) => {
  expect(isPlaceholder(secret)).toBe(false)
})

test.each([
  ['x'.repeat(64), true],
  ['0123456'.repeat(5), true],
  ['01234567'.repeat(4), false],
])('"%s" repeats a short sequence: %s', (secret, expected) => {
  expect(isRepetition(secret)).toBe(expected)
})

test('generated secrets are neither placeholders nor repetitions', () => {
  for (let run = 0; run < 500; run++) {
    const bytes = randomBytes(32)
    const secrets = [bytes.toString('base64'), bytes.toString('hex'), bytes.toString('hex', 16)]
    for (const secret of secrets)
      expect([secret, isPlaceholder(secret), isRepetition(secret)]).toEqual([secret, false, false])
  }
})
