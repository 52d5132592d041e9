import { expect, it } from 'vitest'
import {
  contentId,
  hmacSha256,
  isAuthorization,
  isBase64Signature,
  isHexSignature,
  isRecent,
} from './event-signature.rule.ts'

const expected = hmacSha256('key', ['a', Buffer.from('b')])

it('accepts a signature only if it is complete and in its own encoding', () => {
  const [hex, base64] = [expected.toString('hex'), expected.toString('base64')]
  expect(hmacSha256('key', ['ab']).equals(expected)).toBe(true)
  expect(isHexSignature(expected, hex)).toBe(true)
  expect(isBase64Signature(expected, base64)).toBe(true)
  for (const wrong of ['', hex.slice(2), `${hex}00`, hex.toUpperCase(), base64, ` ${hex}`, `${hex}\n`]) {
    expect([wrong, isHexSignature(expected, wrong)]).toEqual([wrong, false])
  }
  for (const wrong of ['', base64.slice(4), `${base64}AAAA`, hex, ` ${base64}`, `${base64}\n`]) {
    expect([wrong, isBase64Signature(expected, wrong)]).toEqual([wrong, false])
  }
})

it('accepts an authorization only if it is complete', () => {
  const header = 'Basic YTpi'
  expect(isAuthorization(header, 'Basic YTpi')).toBe(true)
  for (const wrong of [undefined, [header], '', 'Basic YTp', 'basic YTpi', 'Basic YTpi ', 'YTpi'])
    expect([wrong, isAuthorization(header, wrong)]).toEqual([wrong, false])
})

it('accepts a signed time up to five minutes before or after the current time', () => {
  const now = new Date('2026-03-10T12:00:00.900Z')
  const at = Math.floor(now.getTime() / 1000)
  expect([-301, -300, 0, 300, 301].map((difference) => isRecent(String(at + difference), now))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  for (const wrong of ['', '-1', '1e9', `${at}.5`, ` ${at}`, `${at}000`])
    expect(isRecent(wrong, now)).toBe(false)
})

it('a content ID depends on the type and the content', () => {
  const ids = [
    contentId('a', Buffer.from('1')),
    contentId('b', Buffer.from('1')),
    contentId('a', Buffer.from('2')),
  ]
  expect(new Set(ids).size).toBe(3)
  expect(contentId('a', Buffer.from('1'))).toBe(ids[0])
})
