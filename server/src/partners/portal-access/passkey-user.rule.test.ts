import { expect, test } from 'vitest'
import { passkeyUser } from './passkey-user.rule.ts'

test('derives a stable user handle that does not identify the account', () => {
  const one = passkeyUser(7, 'a secret')
  expect(one).toEqual(passkeyUser(7, 'a secret'))
  expect(one).toHaveLength(32)
  expect(one).not.toEqual(passkeyUser(8, 'a secret'))
  expect(one).not.toEqual(passkeyUser(7, 'another secret'))
})
