import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINK_CODE, LINK_CODE_RANDOM_BYTES, makeLinkCode } from './link-code.rule.ts'

describe('link codes', () => {
  it.each(['a', 'Z', '0', 'summer-sale', 'a._~-', 'x'.repeat(64)])('%s can be a code', (code) => {
    expect(LINK_CODE.test(code)).toBe(true)
  })
  it.each(['', '-a', '.a', 'a b', 'a/b', 'é', 'a\n', 'a\0', 'x'.repeat(65)])('%j cannot', (code) => {
    expect(LINK_CODE.test(code)).toBe(false)
  })
  it('a made code is always one that could be chosen', () => {
    const random = fc.uint8Array({ minLength: LINK_CODE_RANDOM_BYTES, maxLength: LINK_CODE_RANDOM_BYTES })
    fc.assert(
      fc.property(random, (bytes) => {
        const code = makeLinkCode(Buffer.from(bytes))
        expect(code).toMatch(LINK_CODE)
        expect(code).toHaveLength(10)
      }),
    )
  })
})
