import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWithinJsonBounds } from './json-bounds.rule.ts'

const isWithin = (text: string, levels: number, parts: number) =>
  isWithinJsonBounds(Buffer.from(text), { levels, parts })

describe('isWithinJsonBounds', () => {
  it.each([
    ['empty text', '', 0, 0],
    ['a scalar', '7', 0, 0],
    ['an empty array', '[]', 1, 1],
    ['an array', '[1, 2, 3]', 1, 3],
    ['an object', '{"a": 1, "b": 2}', 1, 2],
    ['nested arrays', '[[],[]]', 2, 4],
    ['sibling arrays', '{"a":[1],"b":[2]}', 2, 4],
    ['brackets in a string', '["[[[{{{,,,"]', 1, 1],
    ['brackets in a key', '{"[,{": 1}', 1, 1],
    ['an escaped quote', '["\\"[,["]', 1, 1],
    ['an escaped backslash before the closing quote', '["\\\\",[]]', 2, 3],
    ['an escaped backslash before an escaped quote', '["\\\\\\"[,["]', 1, 1],
    ['Unicode escapes', '["\\u005b\\u002c"]', 1, 1],
    ['multibyte characters', '["，［｛",1]', 1, 2],
    ['an unterminated string', '["[[[,,,', 1, 1],
    ['a trailing backslash', '["\\', 1, 1],
    ['unmatched closing brackets', ']]]]', 0, 0],
  ])('measures the exact depth and size of %s', (_name, text, levels, parts) => {
    expect(isWithin(text, levels, parts)).toBe(true)
    if (levels > 0) expect(isWithin(text, levels - 1, parts)).toBe(false)
    if (parts > 0) expect(isWithin(text, levels, parts - 1)).toBe(false)
  })

  it('agrees with JSON.parse on depth and size, however the text is formatted (property)', () => {
    const spaced = fc.constantFrom(undefined, 1, '\t')
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), spaced, (value, space) => {
        const text = JSON.stringify(value, null, space)
        const { levels, parts } = measure(JSON.parse(text))
        expect(isWithin(text, levels, parts)).toBe(true)
        if (levels > 0) expect(isWithin(text, levels - 1, parts)).toBe(false)
        if (parts > 0) expect(isWithin(text, levels, parts - 1)).toBe(false)
      }),
    )
  })
})

/** Reference implementation on parsed values: an array or object counts one per item, or one if it is empty. */
function measure(value: unknown): { levels: number; parts: number } {
  if (value === null || typeof value !== 'object') return { levels: 0, parts: 0 }
  const items = Object.values(value)
  const inner = items.map(measure)
  return {
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
    parts: inner.reduce((sum, { parts }) => sum + parts, Math.max(1, items.length)),
  }
}
