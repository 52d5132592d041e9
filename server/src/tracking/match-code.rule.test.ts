import { describe, expect, it } from 'vitest'
import { foldLinkCode } from '../partners/link-code.rule.ts'
import { matchCode, namesOfCode } from './match-code.rule.ts'

describe('matchCode: which code a value means (D59)', () => {
  it.each<[string, string, string[], string | undefined]>([
    ['the same', 'anna', ['anna', 'bob'], 'anna'],
    ['nothing like it', 'carl', ['anna', 'bob'], undefined],
    ['a trailing slash', 'anna/', ['anna'], 'anna'],
    ['quotes', '“anna”', ['anna'], 'anna'],
    ['the end of a sentence', '(anna).', ['anna'], 'anna'],
    ['a zero-width space', 'anna\u200b', ['anna'], 'anna'],
    ['punctuation that is the code’s own', 'anna-', ['anna', 'anna-'], 'anna-'],
    ['punctuation within', 'an/na', ['anna'], undefined],
    ['nothing but punctuation', '///', ['anna'], undefined],
    ['a letter of another script at the end', 'annaé', ['anna'], undefined],
    ['capitals', 'ANNA', ['anna'], 'anna'],
    ['small letters', 'anna', ['Anna'], 'Anna'],
    ['capitals and a slash', 'ANNA/', ['anna'], 'anna'],
    ['capitals of a code that ends in punctuation', 'ANNA-', ['anna-', 'bob'], 'anna-'],
    ['exactly one of two that differ by case', 'Anna', ['anna', 'Anna'], 'Anna'],
    ['exactly one of two, without the slash', 'Anna/', ['anna', 'Anna'], 'Anna'],
    ['neither of two that differ by case', 'ANNA', ['anna', 'Anna'], undefined],
    ['a letter that some languages fold', 'anna\u212a', ['annak'], undefined],
  ])('%s: %s', (_label, value, codes, expected) => {
    const named = (name: string) => {
      expect(namesOfCode(value)).toContain(name)
      return codes.filter((code) => foldLinkCode(code) === name).map((code) => ({ code }))
    }
    expect(matchCode(value, named)?.code).toBe(expected)
  })
})
