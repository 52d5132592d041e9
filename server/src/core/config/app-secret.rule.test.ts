import { describe, expect, it, test } from 'vitest'
import { decideSecret, fingerprintSecret, type SecretInfo, unusableSecretFile } from './app-secret.rule.ts'

const SECRET = 'the-secret-of-the-installation-0123456789'
const OTHER = 'another-secret-0123456789-0123456789-0123'
const FACTS: SecretInfo = {
  stored: fingerprintSecret(SECRET),
  configured: SECRET,
  file: undefined,
  acceptsNew: false,
}
const FILE = '/data/secret'

it.each([
  ['accepts the secret that the database depends on', {}, 'same'],
  ['accepts any secret if the database depends on none', { stored: undefined }, 'first'],
  [
    'accepts a missing secret if the database depends on none',
    { stored: undefined, configured: undefined },
    'first',
  ],
  ['treats the same secret as unchanged even if a new one is allowed', { acceptsNew: true }, 'same'],
  ['accepts a different secret if a new one is allowed', { configured: OTHER, acceptsNew: true }, 'new'],
  ['accepts a missing secret if a new one is allowed', { configured: undefined, acceptsNew: true }, 'new'],
] satisfies [string, Partial<SecretInfo>, string][])('%s', (_, facts, decided) => {
  expect(decideSecret({ ...FACTS, ...facts })).toBe(decided)
})

describe('refuses to start and explains the consequences of a new secret', () => {
  it.each([
    [
      'if APP_SECRET is not the database’s secret',
      { configured: OTHER },
      'another_secret',
      /^APP_SECRET is not the secret/,
    ],
    [
      'if the secret file is not the database’s secret',
      { configured: OTHER, file: FILE },
      'another_secret',
      /^The secret in \/data\/secret is not/,
    ],
    [
      'with a hint on where the previous secret is',
      { configured: OTHER, hint: ' It is in the backup.' },
      'another_secret',
      /previous value\. It is in the backup\. To/,
    ],
    ['if APP_SECRET is missing', { configured: undefined }, 'missing_secret', /APP_SECRET is not set\. Set/],
    [
      'if both APP_SECRET and the secret file are missing',
      { configured: undefined, file: FILE },
      'missing_secret',
      /APP_SECRET is not set, and there is no file \/data\/secret\./,
    ],
  ] satisfies [string, Partial<SecretInfo>, string, RegExp][])('%s', (_, facts, code, expected) => {
    const decide = () => decideSecret({ ...FACTS, ...facts })
    expect(decide).toThrow(expect.objectContaining({ code, message: expect.stringMatching(expected) }))
    expect(decide).toThrow(/--accept-new-secret once\. Then repeated orders.*everyone signs in again/)
    expect(decide).toThrow(/of an erased customer are counted and paid again/)
  })
})

test("a fingerprint is unique to its secret and doesn't contain it", () => {
  expect(fingerprintSecret(SECRET)).toBe(fingerprintSecret(SECRET))
  expect(fingerprintSecret(SECRET)).not.toBe(fingerprintSecret(`${SECRET}.`))
  expect(fingerprintSecret(SECRET)).toMatch(/^[0-9a-f]{32}$/)
})

test('an unusable secret file is reported with instructions', () => {
  expect(unusableSecretFile(FILE, 'is not a regular file')).toMatch(
    /^The secret file \/data\/secret is not a regular file\. .* delete the file and add --accept-new-secret once/,
  )
})
