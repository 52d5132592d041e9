import fc from 'fast-check'
import { expect, test } from 'vitest'
import { terminalJson, terminalText } from './terminal-text.rule.ts'

/** 7-bit and 8-bit escape sequences, a carriage return, and direction marks. */
const HOSTILE = 'a\u001b]0;b\u0007\u009b31m\r\u202ec\u2066\u061c\u200f\u007f'

test('terminalText keeps line breaks and replaces control characters', () => {
  expect(terminalText(HOSTILE)).toBe('a?]0;b??31m??c????')
  expect(terminalText('é€日本 👍\n\tb')).toBe('é€日本 👍\n\tb')
})

test('terminalJson preserves the value and outputs no control characters', () => {
  const text = terminalJson({ [HOSTILE]: [HOSTILE] }, 2)
  expect(text.replaceAll('\n', '')).toMatch(/^[\x20-\x7e]+$/)
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const input = { value, text }
      expect(JSON.parse(terminalJson(input))).toEqual(JSON.parse(JSON.stringify(input)))
      expect(terminalJson(input, 2).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    }),
  )
})
