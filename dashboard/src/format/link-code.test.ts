import { expect, test } from 'vitest'
import { linkCodeError, suggestLinkCode } from './link-code.ts'

test.each([
  ['Maya', 'maya'],
  ['Zoë van Dam', 'zoe-van-dam'],
  ['  Deals & More GmbH ', 'deals-more-gmbh'],
  ['Đặng Thị Ánh', 'dang-thi-anh'],
  ['Straße 7', 'strasse-7'],
  ['李雷', ''],
  ['null', ''],
  ['', ''],
])('the code suggested for %j is %j', (name, code) => {
  expect(suggestLinkCode(name)).toBe(code)
})

test('a long name is truncated to a valid code', () => {
  const code = suggestLinkCode('The Very Long Name Of A Newsletter About Everything')
  expect(code.length).toBeLessThanOrEqual(32)
  expect(linkCodeError(code)).toBeUndefined()
})
