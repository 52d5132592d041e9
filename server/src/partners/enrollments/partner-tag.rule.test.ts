import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseTag } from './partner-tag.rule.ts'

const MOST = 40

describe('a tag', () => {
  it.each([
    ['is in small letters', 'VIP', 'vip'],
    ['has no spaces around it', '  top ten  ', 'top ten'],
    ['has single spaces within', 'top\t \n ten', 'top ten'],
    ['is composed', 'cafe\u0301', 'caf\u00e9'],
    ['may be of any script', 'ĐỐI TÁC', 'đối tác'],
    ['counts characters, not units', '🏆'.repeat(MOST), '🏆'.repeat(MOST)],
    ['may be as long as that', 'x'.repeat(MOST), 'x'.repeat(MOST)],
  ])('%s', (_says, typed, tag) => {
    expect(normaliseTag(typed, MOST)).toBe(tag)
  })

  it.each([
    ['nothing', ''],
    ['spaces alone', ' \t '],
    ['one character too many', 'x'.repeat(MOST + 1)],
    ['one too many that are two units each', '🏆'.repeat(MOST + 1)],
    ['a NUL', 'a\0b'],
    ['half a character', 'a\ud800'],
    ['what rings a bell', 'a\u0007b'],
  ])('rejects %s', (_says, typed) => {
    expect(normaliseTag(typed, MOST)).toBeUndefined()
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: MOST }), (typed) => {
        const tag = normaliseTag(typed, MOST)
        if (tag !== undefined) expect(normaliseTag(tag, MOST)).toBe(tag)
      }),
    )
  })
})
