import { expect, it } from 'vitest'
import { createMessageId } from './message-id.rule.ts'

const MAIL = { cause: 'invitation:1', recipient: 'sam@members.test' }
const idFor = (mail: Parameters<typeof createMessageId>[0] = MAIL, secret = 'a-secret') =>
  createMessageId(mail, 'partners@acme.example', secret)

it('a Message-ID depends on the cause, recipient and secret, and has the sender’s domain', () => {
  expect(idFor()).toMatch(/^<[0-9a-f]{40}@acme\.example>$/)
  expect(idFor({ ...MAIL })).toBe(idFor())
  const all = [
    idFor(),
    idFor({ ...MAIL, cause: 'invitation:2' }),
    idFor({ ...MAIL, recipient: 'kim@members.test' }),
    idFor(MAIL, 'another'),
    idFor({ ...MAIL, secret: 'a-token' }),
    // Cause and recipient must be separated.
    idFor({ cause: 'invitation:1s', recipient: 'am@members.test' }),
  ]
  expect(new Set(all).size).toBe(all.length)
})
