import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWithinJsonBounds } from './json-bounds.rule.ts'

const isWithin = (text: string, levels: number, parts: number) =>
  isWithinJsonBounds(Buffer.from(text), { levels, parts })

describe('isWithinJsonBounds', () => {
  it.each([
    ['no text', '', 0, 0],
    ['one value', '7', 0, 0],
    ['an empty list', '[]', 1, 1],
    ['a list', '[1, 2, 3]', 1, 3],
    ['an object', '{"a": 1, "b": 2}', 1, 2],
    ['lists in a list', '[[],[]]', 2, 4],
    ['a list after a list', '{"a":[1],"b":[2]}', 2, 4],
    ['brackets in a string', '["[[[{{{,,,"]', 1, 1],
    ['brackets in a key', '{"[,{": 1}', 1, 1],
    ['a quote in a string', '["\\"[,["]', 1, 1],
    ['a backslash before the closing quote', '["\\\\",[]]', 2, 3],
    ['two backslashes and a quote', '["\\\\\\"[,["]', 1, 1],
    ['a numeric escape', '["\\u005b\\u002c"]', 1, 1],
    ['multi-byte characters', '["，［｛",1]', 1, 2],
    ['a string that never ends', '["[[[,,,', 1, 1],
    ['a backslash at the very end', '["\\', 1, 1],
    ['closing brackets alone', ']]]]', 0, 0],
  ])('%s: exactly this depth and size', (_name, text, levels, parts) => {
    expect(isWithin(text, levels, parts)).toBe(true)
    if (levels > 0) expect(isWithin(text, levels - 1, parts)).toBe(false)
    if (parts > 0) expect(isWithin(text, levels, parts - 1)).toBe(false)
  })

  it('measures what JSON.parse would return, however it is formatted', () => {
    const spaced = fc.constantFrom(undefined, 1, '\t')
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), spaced, (value, space) => {
        const text = JSON.stringify(value, null, space)
        const { levels, parts } = measured(JSON.parse(text))
        expect(isWithin(text, levels, parts)).toBe(true)
        if (levels > 0) expect(isWithin(text, levels - 1, parts)).toBe(false)
        if (parts > 0) expect(isWithin(text, levels, parts - 1)).toBe(false)
      }),
    )
  })
})

/** Reference implementation on parsed values: an array or object counts one per item, and one if empty. */
function measured(value: unknown): { levels: number; parts: number } {
  if (value === null || typeof value !== 'object') return { levels: 0, parts: 0 }
  const items = Object.values(value)
  const inner = items.map(measured)
  return {
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
    parts: inner.reduce((sum, { parts }) => sum + parts, Math.max(1, items.length)),
  }
}
