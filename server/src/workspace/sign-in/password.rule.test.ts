import { describe, expect, it } from 'vitest'
import { PASSWORD_CHARS, passwordRejection, passwordRejectionText } from './password.rule.ts'

const EMAIL = 'olga.petrova@acme-partners.example'

describe('password strength', () => {
  it.each([
    ['nine characters', 'x7#kQ9!mZ', 'too_short'],
    ['ten characters', 'x7#kQ9!mZp', undefined],
    ['128 characters', 'x7#kQ9!m'.repeat(16), undefined],
    ['129 characters', `${'x7#kQ9!m'.repeat(16)}y`, 'too_long'],
    ['words', 'correct horse battery', undefined],
    ['the email', EMAIL, 'address'],
    ['the email in upper case, with a space', ` ${EMAIL.toUpperCase()}`, 'address'],
    ['the local part of the email', 'olga.petrova', 'address'],
    ['the domain of the email', 'acme-partners.example', 'address'],
    ['more than the email', `${EMAIL} and my cat`, undefined],
    ['a common password', 'password123', 'common'],
    ['a common password in mixed case', 'QwertyUIOP', 'common'],
    ['one repeated character', 'zzzzzzzzzzzz', 'common'],
    ['two repeated characters', 'abababababab', 'common'],
    ['nothing', '', 'too_short'],
  ] as const)('of %s', (_label, password, rejection) => {
    expect(passwordRejection(password, EMAIL)).toBe(rejection)
  })

  it('explains how to fix a rejected password', () => {
    for (const rejection of ['too_short', 'too_long', 'address', 'common'] as const) {
      expect(passwordRejectionText(rejection)).toMatch(/\. (Use|Choose) /)
    }
    expect(passwordRejectionText('too_short')).toContain(String(PASSWORD_CHARS.least))
  })
})
