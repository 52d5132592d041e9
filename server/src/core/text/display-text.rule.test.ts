import { describe, expect, it } from 'vitest'
import { isDisplayName, isDisplayText, isVisibleText } from './display-text.rule.ts'

describe('a display name', () => {
  it.each([
    'Acme & Söhne <Partners> “2026”',
    'Ｗide　space',
    'e\u0301te\u0301',
    'עברית ועוד',
    'العربية',
    'می\u200cخواهم',
    'क्\u200dष श्\u200dरी',
    '日本語の名前 葛\u{e0100}',
    '👩\u200d👩\u200d👧',
    '👩🏽\u200d💻',
    '❤\ufe0f 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈 🇩🇪',
  ])('may be %s', (text) => expect(isDisplayName(text)).toBe(true))

  it.each([
    ['a line break', 'Acme\nPaid'],
    ['a carriage return', 'Acme\rPaid'],
    ['a tab', 'Acme\tPaid'],
    ['NUL', 'Acme\0'],
    ['an escape sequence', '\u001b[2JAcme'],
    ['a C1 control', 'Acme\u0085'],
    ['DEL', 'Acme\u007f'],
    ['a line separator', 'Acme\u2028Paid'],
    ['a paragraph separator', 'Acme\u2029Paid'],
    ['a right-to-left override', 'Acme \u202egpj.exe'],
    ['a directional embedding', '\u202bAcme\u202c'],
    ['a directional isolate', '\u2067Acme\u2069'],
    ['a right-to-left mark', 'Acme\u200f'],
    ['an Arabic letter mark', 'Acme\u061c'],
    ['a zero-width space', 'Ac\u200bme'],
    ['a joiner between Latin letters', 'Ac\u200dme'],
    ['a non-joiner between Latin letters', 'Ac\u200cme'],
    ['a joiner at the end', 'می\u200c'],
    ['a word joiner', 'Ac\u2060me'],
    ['a byte order mark', '\ufeffAcme'],
    ['a soft hyphen', 'Ac\u00adme'],
    ['a grapheme joiner', 'Ac\u034fme'],
    ['a variation selector after a letter', 'Acme\ufe0f'],
    ['a variation selector after a digit', 'Acme 1\ufe0f'],
    ['a Hangul filler', '\u3164'],
    ['a half-width filler', '\uffa0'],
    ['a braille blank', '\u2800'],
    ['a tag character', 'Acme\u{e0041}'],
    ['a lone surrogate', 'Acme\ud800'],
    ['an annotation character', '\ufff9Acme\ufffb'],
  ])('may not contain %s', (_, text) => expect(isDisplayName(text)).toBe(false))
})

describe('a multi-line text', () => {
  it.each(['One\r\ntwo\n\n\tthree', 'שלום \u200fworld', 'می\u200cخواهم', 'Ac\u00adme'])('may be %j', (text) =>
    expect(isDisplayText(text)).toBe(true),
  )
  it.each(['a\0', 'a\u001b[2J', 'a\u0008', 'a\u0085', 'a\u202eb', 'a\u2066b', 'a\ud800', '\ufff9a'])(
    'may not contain control characters, overrides or isolates: %j',
    (text) => expect(isDisplayText(text)).toBe(false),
  )
})

it.each([
  ['a', true],
  [' \u200ba', true],
  ['👩\u200d💻', true],
  ['', false],
  [' \n', false],
  ['\u200b\u200b', false],
  ['\u2060 \ufeff', false],
  ['\u00ad', false],
  ['\u3164', false],
])('%j is visible text: %s', (text, expected) => expect(isVisibleText(text)).toBe(expected))

it('checks long text in linear time', () => {
  for (const unit of ['\u200d', '👩\u200d', 'क\u200d', 'a', '1\ufe0f']) {
    const text = unit.repeat(200_000)
    expect(isDisplayName(text)).toBe(unit === 'a')
  }
})
