import { expect, it } from 'vitest'
import { messageIdOf } from './message-id.rule.ts'

const MAIL = { cause: 'invitation:1', recipient: 'sam@members.test' }
const of = (mail = MAIL, secret = 'a-secret') => messageIdOf(mail, 'partners@acme.example', secret)

it('a Message-ID depends on the cause and the recipient, and has the sender’s domain', () => {
  expect(of()).toMatch(/^<[0-9a-f]{40}@acme\.example>$/)
  expect(of({ ...MAIL })).toBe(of())
  const all = [
    of(),
    of({ ...MAIL, cause: 'invitation:2' }),
    of({ ...MAIL, recipient: 'kim@members.test' }),
    of(MAIL, 'another'),
    // Cause and recipient must be separated.
    of({ cause: 'invitation:1s', recipient: 'am@members.test' }),
  ]
  expect(new Set(all).size).toBe(all.length)
})
