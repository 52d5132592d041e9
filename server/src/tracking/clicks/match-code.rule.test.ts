import { describe, expect, it } from 'vitest'
import { normalizeCode } from './match-code.rule.ts'

describe('normalizeCode normalizes a value to a code (D59)', () => {
  it.each([
    ['the name itself', 'anna', 'anna'],
    ['a trailing slash', 'anna/', 'anna'],
    ['quotes', '“anna”', 'anna'],
    ['punctuation at the end of a sentence', '(anna).', 'anna'],
    ['a zero-width space', 'anna\u200b', 'anna'],
    ['inner punctuation', 'an/na', 'an/na'],
    ['punctuation only', '///', ''],
    ['a trailing letter in another script', 'annaé', 'annaé'],
    ['capitals', 'ANNA', 'anna'],
    ['uppercase and a slash', 'ANNA/', 'anna'],
    ['a letter that some languages case-fold', 'anna\u212a', 'anna\u212a'],
  ])('%s', (_label, value, expected) => {
    expect(normalizeCode(value)).toBe(expected)
  })
})
