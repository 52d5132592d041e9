import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasSepaText, sepaText } from './sepa-text.rule.ts'

describe('sepaText', () => {
  it.each([
    ['Müller & Söhne', 'Mueller + Soehne'],
    ['Straße', 'Strasse'],
    ['Łódź Ørsted Çelik', 'Lodz Orsted Celik'],
    ['Nguyễn Văn Đức', 'Nguyen Van Duc'],
    ['Иван Щукин', 'Ivan Shtukin'],
    ['Γιώργος Ωνάσης', 'Giorgos Onasis'],
    ['a@b; “x”_y', "a(at)b, 'x'-y"],
    ['山田', '..'],
    ['//a//b//', 'a/b'],
    ['tab\there\nthere', 'tab here there'],
    ['<a>&"', ".a.+'"],
    ['', ''],
  ])('converts %s to %s', (text, expected) => expect(sepaText(text, 70)).toBe(expected))

  it('truncates long text and removes a space or slash at the end', () => {
    expect(sepaText('abc def', 4)).toBe('abc')
    expect(sepaText('ÄÄÄ', 3)).toBe('AeA')
  })

  it('returns only characters that every bank accepts, and is idempotent', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 140 }),
        (text, maxChars) => {
          const result = sepaText(text, maxChars)
          expect(result).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/)
          expect(result.length).toBeLessThanOrEqual(maxChars)
          expect(result).not.toMatch(/^[ /]|[ /]$|\/\//)
          expect(sepaText(result, maxChars)).toBe(result)
        },
      ),
    )
  })
})

describe('hasSepaText', () => {
  it.each([
    ['..', false],
    ['', false],
    ['a.', true],
    ['7', true],
  ])('returns whether %s has SEPA text: %s', (text, isPresent) => expect(hasSepaText(text)).toBe(isPresent))
})
