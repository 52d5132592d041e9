import { expect, it } from 'vitest'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.rule.ts'

const OF = { programId: 7, recipient: 'sam@members.test', kind: 'webhook_disabled' } as const
const TOKEN = unsubscribeToken(OF, 'a-secret')

it('says what it was made of, and stands in an address as it is', () => {
  expect(readUnsubscribeToken(TOKEN, 'a-secret')).toEqual(OF)
  expect(encodeURIComponent(TOKEN)).toBe(TOKEN)
})

it('is nothing when it was changed, cut, made by another secret, or never', () => {
  const [said = '', signature = ''] = TOKEN.split('.')
  const other = Buffer.from(JSON.stringify([8, OF.recipient, OF.kind])).toString('base64url')
  for (const token of [
    '',
    '.',
    said,
    `${other}.${signature}`,
    `${TOKEN}.`,
    TOKEN.slice(0, -1),
    `${TOKEN}x`,
  ]) {
    expect(readUnsubscribeToken(token, 'a-secret')).toBeUndefined()
  }
  expect(readUnsubscribeToken(TOKEN, 'another')).toBeUndefined()
})
