import { expect, test } from 'vitest'
import { hashInvitationSecret, hashSessionToken, hashVerification } from './account-secrets.rule.ts'

const SECRET = 'a-secret-that-only-the-tests-know-0123456789'

test('a session is found with the secret of its installation alone', () => {
  expect(hashSessionToken('token', SECRET)).toBe(hashSessionToken('token', SECRET))
  expect(hashSessionToken('token', `${SECRET}!`)).not.toBe(hashSessionToken('token', SECRET))
  expect(hashSessionToken('other', SECRET)).not.toBe(hashSessionToken('token', SECRET))
})

test('a hash is none of its input, and what is stored for one purpose is nothing for another', () => {
  const hashes = [hashSessionToken('x', SECRET), hashInvitationSecret('x'), hashVerification('x')]
  for (const hash of hashes) expect(hash).toMatch(/^[\w-]{43}$/)
  expect(new Set(hashes).size).toBe(hashes.length)
  expect(hashInvitationSecret(hashInvitationSecret('x'))).not.toBe(hashInvitationSecret('x'))
})
