import { describe, expect, it } from 'vitest'
import { findUnstorable, isStorable } from './stored-text.rule.ts'

describe('isStorable (D2)', () => {
  it.each([
    ['empty text', '', 1, true],
    ['text at the limit', 'abc', 3, true],
    ['text past the limit', 'abcd', 3, false],
    ['a NUL', 'a\0', 9, false],
    ['a lone high surrogate', 'a\ud800', 9, false],
    ['a lone low surrogate', '\udc00a', 9, false],
    ['a surrogate pair in the wrong order', '\udc00\ud800', 9, false],
    ['emoji as one character each', '😀😀😀', 3, true],
    ['one emoji too many', '😀😀😀😀', 3, false],
  ])('checks %s', (_label, text, maxChars, result) => {
    expect(isStorable(text, maxChars)).toBe(result)
  })
})

describe('findUnstorable (D2)', () => {
  const limits = { maxBytes: 100, maxDepth: 3 }
  const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { a: nested(levels - 1) })

  it.each<[string, Record<string, unknown>, string | undefined]>([
    ['a plain object', { plan: 'pro', seats: 3, tags: ['a'] }, undefined],
    ['the maximum depth', nested(3), undefined],
    ['one level too deep', nested(4), 'levels'],
    ['one level too deep in an array', { a: [[[]]] }, 'levels'],
    ['the maximum size', { a: 'x'.repeat(92) }, undefined],
    ['one byte too large', { a: 'x'.repeat(93) }, 'bytes'],
    ['the size in bytes, not characters', { a: 'é'.repeat(47) }, 'bytes'],
    ['a NUL in a value', { a: ['ok', '\0'] }, 'text'],
    ['a NUL in a key', { 'a\0': 1 }, 'text'],
    ['a lone surrogate deep inside', { a: { b: '\ud800' } }, 'text'],
  ])('checks %s', (_label, value, result) => {
    expect(findUnstorable(value, limits)).toBe(result)
  })

  it('rejects extreme nesting without overflowing the stack', () => {
    const value = JSON.parse(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)
    expect(findUnstorable(value, limits)).toBe('levels')
  })
})
