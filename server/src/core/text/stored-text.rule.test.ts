import { describe, expect, it } from 'vitest'
import { findUnstorable, isStorable } from './stored-text.rule.ts'

describe('isStorable (D2)', () => {
  it.each([
    ['empty', '', 1, true],
    ['at the limit', 'abc', 3, true],
    ['past the limit', 'abcd', 3, false],
    ['a NUL', 'a\0', 9, false],
    ['a lone high surrogate', 'a\ud800', 9, false],
    ['a lone low surrogate', '\udc00a', 9, false],
    ['a pair in the wrong order', '\udc00\ud800', 9, false],
    ['an emoji counts as one character', '😀😀😀', 3, true],
    ['one emoji too many', '😀😀😀😀', 3, false],
  ])('%s', (_label, text, maxChars, result) => {
    expect(isStorable(text, maxChars)).toBe(result)
  })
})

describe('findUnstorable (D2)', () => {
  const limits = { maxBytes: 100, maxLevels: 3 }
  const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { a: nested(levels - 1) })

  it.each<[string, Record<string, unknown>, string | undefined]>([
    ['a plain object', { plan: 'pro', seats: 3, tags: ['a'] }, undefined],
    ['as deep as allowed', nested(3), undefined],
    ['one level deeper', nested(4), 'levels'],
    ['one level deeper, through an array', { a: [[[]]] }, 'levels'],
    ['as large as allowed', { a: 'x'.repeat(92) }, undefined],
    ['one byte larger', { a: 'x'.repeat(93) }, 'bytes'],
    ['bytes count, not characters', { a: 'é'.repeat(47) }, 'bytes'],
    ['a NUL in a value', { a: ['ok', '\0'] }, 'text'],
    ['a NUL in a key', { 'a\0': 1 }, 'text'],
    ['a lone surrogate deep inside', { a: { b: '\ud800' } }, 'text'],
  ])('%s', (_label, value, result) => {
    expect(findUnstorable(value, limits)).toBe(result)
  })

  it('handles a deeply nested body without overflowing the stack', () => {
    const value = JSON.parse(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)
    expect(findUnstorable(value, limits)).toBe('levels')
  })
})
