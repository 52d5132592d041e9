import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeTag } from './partner-tag.rule.ts'

const MOST = 40

describe('a tag', () => {
  it.each([
    ['is converted to lower case', 'VIP', 'vip'],
    ['is trimmed', '  top ten  ', 'top ten'],
    ['has single spaces inside', 'top\t \n ten', 'top ten'],
    ['is normalized to composed characters', 'cafe\u0301', 'caf\u00e9'],
    ['may use any script', 'ĐỐI TÁC', 'đối tác'],
    ['is measured in characters, not code units', '🏆'.repeat(MOST), '🏆'.repeat(MOST)],
    ['may have the maximum length', 'x'.repeat(MOST), 'x'.repeat(MOST)],
  ])('%s', (_says, typed, tag) => {
    expect(normalizeTag(typed, MOST)).toBe(tag)
  })

  it.each([
    ['nothing', ''],
    ['only spaces', ' \t '],
    ['one character too many', 'x'.repeat(MOST + 1)],
    ['one surrogate pair too many', '🏆'.repeat(MOST + 1)],
    ['a NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800'],
    ['a control character', 'a\u0007b'],
  ])('rejects %s', (_says, typed) => {
    expect(normalizeTag(typed, MOST)).toBeUndefined()
  })

  it('stays the same when normalized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: MOST }), (typed) => {
        const tag = normalizeTag(typed, MOST)
        if (tag !== undefined) expect(normalizeTag(tag, MOST)).toBe(tag)
      }),
    )
  })
})
