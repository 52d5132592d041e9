import { describe, expect, it, test } from 'vitest'
import { decideSecret, fingerprintOf, type SecretFacts, unusableSecretFile } from './app-secret.rule.ts'

const SECRET = 'the-secret-of-the-installation-0123456789'
const OTHER = 'another-secret-0123456789-0123456789-0123'
const FACTS: SecretFacts = {
  stored: fingerprintOf(SECRET),
  given: SECRET,
  file: undefined,
  acceptsNew: false,
}
const FILE = '/data/secret'

it.each([
  ['the database depends on it', {}, 'same'],
  ['the database depends on none yet', { stored: undefined }, 'first'],
  ['the database depends on none yet, and there is none', { stored: undefined, given: undefined }, 'first'],
  ['the same is given although a new one is accepted', { acceptsNew: true }, 'same'],
  ['another is given and accepted', { given: OTHER, acceptsNew: true }, 'new'],
  ['it is missing, and a new one is accepted', { given: undefined, acceptsNew: true }, 'new'],
] satisfies [string, Partial<SecretFacts>, string][])('%s', (_, facts, decided) => {
  expect(decideSecret({ ...FACTS, ...facts })).toBe(decided)
})

describe('a process is rejected with the consequences of a new secret', () => {
  it.each([
    ['APP_SECRET is another one', { given: OTHER }, 'another_secret', /^APP_SECRET is not the secret/],
    [
      'the data folder keeps another one',
      { given: OTHER, file: FILE },
      'another_secret',
      /^The secret in \/data\/secret is not/,
    ],
    [
      'the secret is found elsewhere',
      { given: OTHER, hint: ' It is inside.' },
      'another_secret',
      /previous value\. It is inside\. To/,
    ],
    ['it is missing', { given: undefined }, 'missing_secret', /APP_SECRET is not set\. Set/],
    [
      'neither the secret nor its file exists',
      { given: undefined, file: FILE },
      'missing_secret',
      /APP_SECRET is not set, and there is no file \/data\/secret\./,
    ],
  ] satisfies [string, Partial<SecretFacts>, string, RegExp][])('%s', (_, facts, code, words) => {
    const decide = () => decideSecret({ ...FACTS, ...facts })
    expect(decide).toThrow(expect.objectContaining({ code, message: expect.stringMatching(words) }))
    expect(decide).toThrow(/--accept-new-secret once\. Then repeated orders.*everyone signs in again/)
    expect(decide).toThrow(/of an erased customer are counted and paid again/)
  })
})

test("a fingerprint is the same for the same secret only, and doesn't contain it", () => {
  expect(fingerprintOf(SECRET)).toBe(fingerprintOf(SECRET))
  expect(fingerprintOf(SECRET)).not.toBe(fingerprintOf(`${SECRET}.`))
  expect(fingerprintOf(SECRET)).toMatch(/^[0-9a-f]{32}$/)
})

test('an unusable file is reported with instructions', () => {
  expect(unusableSecretFile(FILE, 'is not a regular file')).toMatch(
    /^The secret file \/data\/secret is not a regular file\. .* delete the file and add --accept-new-secret once/,
  )
})
