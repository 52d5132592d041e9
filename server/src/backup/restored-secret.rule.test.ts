import { expect, it } from 'vitest'
import { printOfSecret } from './archive-cipher.rule.ts'
import { decideSecret, type SecretFacts } from './restored-secret.rule.ts'

const SECRET = 'the-secret-of-the-backup-0123456789'
const FACTS: SecretFacts = {
  inside: SECRET,
  print: printOfSecret(SECRET),
  given: undefined,
  isKeptInDataDir: true,
  secretFile: undefined,
  acceptsAnother: false,
}
const OTHER = 'another-secret-0123456789-0123456789'

it.each([
  ['the same is set', { given: SECRET }, { kind: 'same' }],
  ['the same is set, and it is not inside', { given: SECRET, inside: undefined }, { kind: 'same' }],
  ['none is set', {}, { kind: 'written', secret: SECRET, to: 'data-dir' }],
  ['none is set, and a file is named', { secretFile: '/x' }, { kind: 'written', secret: SECRET, to: 'file' }],
  [
    'in production, and a file is named',
    { isKeptInDataDir: false, secretFile: '/x' },
    { kind: 'written', secret: SECRET, to: 'file' },
  ],
  ['another is set, knowingly', { given: OTHER, acceptsAnother: true }, { kind: 'another' }],
  ['none is anywhere, knowingly', { inside: undefined, acceptsAnother: true }, { kind: 'another' }],
] satisfies [string, Partial<SecretFacts>, object][])('%s', (_, facts, decided) => {
  expect(decideSecret({ ...FACTS, ...facts })).toEqual(decided)
})

it.each([
  ['another is set', { given: OTHER }, 'another_secret', /another than that of the backup, which is inside/],
  [
    'another is set, and it is not inside',
    { given: OTHER, inside: undefined },
    'another_secret',
    /Set the old one; or go on/,
  ],
  [
    'none is anywhere',
    { inside: undefined },
    'missing_secret',
    /not inside the backup, and there is none here/,
  ],
  ['in production', { isKeptInDataDir: false }, 'missing_secret', /let --secret-file <file> write it/],
] satisfies [string, Partial<SecretFacts>, string, RegExp][])('refused: %s', (_, facts, code, message) => {
  expect(() => decideSecret({ ...FACTS, ...facts })).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  )
})
