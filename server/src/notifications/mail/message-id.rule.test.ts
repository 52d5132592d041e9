import { expect, it } from 'vitest'
import { messageIdOf } from './message-id.rule.ts'

const MAIL = { cause: 'invitation:1', recipient: 'sam@members.test' }
const idOf = (mail: Parameters<typeof messageIdOf>[0] = MAIL, secret = 'a-secret') =>
  messageIdOf(mail, 'partners@acme.example', secret)

it('a Message-ID depends on the cause, recipient and secret, and has the sender’s domain', () => {
  expect(idOf()).toMatch(/^<[0-9a-f]{40}@acme\.example>$/)
  expect(idOf({ ...MAIL })).toBe(idOf())
  const all = [
    idOf(),
    idOf({ ...MAIL, cause: 'invitation:2' }),
    idOf({ ...MAIL, recipient: 'kim@members.test' }),
    idOf(MAIL, 'another'),
    idOf({ ...MAIL, secret: 'a-token' }),
    // Cause and recipient must be separated.
    idOf({ cause: 'invitation:1s', recipient: 'am@members.test' }),
  ]
  expect(new Set(all).size).toBe(all.length)
})
