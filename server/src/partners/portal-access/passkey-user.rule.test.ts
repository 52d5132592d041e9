import { expect, test } from 'vitest'
import { passkeyUser } from './passkey-user.rule.ts'

test('derives a stable user handle that does not identify the account', () => {
  const user = passkeyUser(7, 'a secret')
  expect(user).toEqual(passkeyUser(7, 'a secret'))
  expect(user).toHaveLength(32)
  expect(user).not.toEqual(passkeyUser(8, 'a secret'))
  expect(user).not.toEqual(passkeyUser(7, 'another secret'))
})
