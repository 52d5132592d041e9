import { describe, expect, it } from 'vitest'
import { PASSWORD_CHARS, passwordWords, refusePassword } from './password.rule.ts'

const EMAIL = 'olga.petrova@acme-partners.example'

describe('a password', () => {
  it.each([
    ['nine characters', 'x7#kQ9!mZ', 'too_short'],
    ['ten characters', 'x7#kQ9!mZp', undefined],
    ['128 characters', 'x7#kQ9!m'.repeat(16), undefined],
    ['129 characters', `${'x7#kQ9!m'.repeat(16)}y`, 'too_long'],
    ['words', 'correct horse battery', undefined],
    ['the address', EMAIL, 'address'],
    ['the address in capitals, with a space', ` ${EMAIL.toUpperCase()}`, 'address'],
    ['the name in the address', 'olga.petrova', 'address'],
    ['its domain', 'acme-partners.example', 'address'],
    ['more than the address', `${EMAIL} and my cat`, undefined],
    ['one of the commonest', 'password123', 'common'],
    ['one of the commonest in capitals', 'QwertyUIOP', 'common'],
    ['one character again and again', 'zzzzzzzzzzzz', 'common'],
    ['two characters again and again', 'abababababab', 'common'],
    ['nothing', '', 'too_short'],
  ] as const)('of %s', (_label, password, refusal) => {
    expect(refusePassword(password, EMAIL)).toBe(refusal)
  })

  it('is refused in words that say what to do', () => {
    for (const refusal of ['too_short', 'too_long', 'address', 'common'] as const) {
      expect(passwordWords(refusal)).toMatch(/: (it takes|take one) /)
    }
    expect(passwordWords('too_short')).toContain(String(PASSWORD_CHARS.least))
  })
})
