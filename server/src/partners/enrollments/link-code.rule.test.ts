import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateLinkCode, LINK_CODE_RANDOM_BYTES, linkCodeError, suggestLinkCode } from './link-code.rule.ts'

describe('link codes', () => {
  it.each(['a', 'Z', '0', 'summer-sale', 'a._~-b', 'nullable', 'reference', 'x'.repeat(64)])(
    'may be %s',
    (code) => {
      expect(linkCodeError(code)).toBeUndefined()
    },
  )
  it.each(['', '-a', '.a', 'a b', 'a/b', 'é', 'a\n', 'a\0', 'x'.repeat(65), 'a.', 'a-', 'a_', 'a~'])(
    'can’t be %j',
    (code) => {
      expect(linkCodeError(code)).toContain('start and end with a letter or digit')
    },
  )
  it.each(['undefined', 'Null', 'NaN', 'none', 'true', 'false', 'aff', 'REF', 'via'])(
    'can’t be the placeholder %s',
    (code) => {
      expect(linkCodeError(code)).toContain('placeholder')
    },
  )
  it('are always valid if generated', () => {
    const random = fc.uint8Array({ minLength: LINK_CODE_RANDOM_BYTES, maxLength: LINK_CODE_RANDOM_BYTES })
    fc.assert(
      fc.property(random, (bytes) => {
        const code = generateLinkCode(Buffer.from(bytes))
        expect(linkCodeError(code)).toBeUndefined()
        expect(code).toHaveLength(10)
      }),
    )
  })
  it.each([
    ['Zoë van Dam', 'zoe-van-dam'],
    ['  Café & Straße!  ', 'cafe-strasse'],
    [`${'x'.repeat(31)} long`, 'x'.repeat(31)],
    ['東京', undefined],
    ['Via', undefined],
  ])('are made from the name %j as %j', (name, code) => {
    expect(suggestLinkCode(name)).toBe(code)
  })
})
