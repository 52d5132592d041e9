import { expect, it } from 'vitest'
import { answerToken, readAnswerToken } from './answer-token.rule.ts'

const ASKED = { programId: 7, applicationId: 1_234_567, version: 3, until: 1_773_144_000 }
const TOKEN = answerToken(ASKED, 'a-secret')

it('says what it was made of, and stands in an address as it is', () => {
  expect(readAnswerToken(TOKEN, 'a-secret')).toEqual(ASKED)
  expect(encodeURIComponent(TOKEN)).toBe(TOKEN)
})

it('is nothing when it was changed, cut, made by another secret, or never', () => {
  const [said = '', signature = ''] = TOKEN.split('.')
  for (const token of [
    '',
    '.',
    said,
    `8${said.slice(1)}.${signature}`,
    `${TOKEN}.`,
    TOKEN.slice(0, -1),
    `${TOKEN}x`,
    'x'.repeat(1_000),
  ]) {
    expect(readAnswerToken(token, 'a-secret')).toBeUndefined()
  }
  expect(readAnswerToken(TOKEN, 'another')).toBeUndefined()
})
