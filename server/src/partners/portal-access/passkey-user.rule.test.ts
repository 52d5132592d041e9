import { expect, test } from 'vitest'
import { passkeyUser } from './passkey-user.rule.ts'

test('an account is known to its passkeys by the same bytes each time, which say nothing of it', () => {
  const one = passkeyUser(7, 'a secret')
  expect(one).toEqual(passkeyUser(7, 'a secret'))
  expect(one).toHaveLength(32)
  expect(one).not.toEqual(passkeyUser(8, 'a secret'))
  expect(one).not.toEqual(passkeyUser(7, 'another secret'))
})
