import { expect, test } from 'vitest'
import { formatForwardResult, replaceControlCharacters } from './format-event.rule.ts'
import type { ForwardResult } from './listen.ts'

const RESULT: ForwardResult = {
  at: new Date('2026-03-10T12:00:00.000Z'),
  type: 'sale.created',
  messageId: 'msg_1',
  status: 204,
  error: undefined,
  durationMs: 12,
}

test.each<[string, Partial<ForwardResult>, string]>([
  ['taken', {}, '204  12 ms'],
  ['refused', { status: 500, error: 'returned 500' }, 'FAILED: returned 500  12 ms'],
  [
    'without a response',
    { status: undefined, error: 'connection refused' },
    'FAILED: connection refused  12 ms',
  ],
])('prints one line for an event that was %s', (_name, change, end) => {
  const line = formatForwardResult({ ...RESULT, ...change })
  expect(line).toBe(`2026-03-10T12:00:00.000Z  sale.created  msg_1  ${end}`)
})

test('untrusted text can’t control the terminal or start a new line', () => {
  expect(replaceControlCharacters('a\u001b[2Jb\nc\r\u009bd\u202ee\u2028f')).toBe('a?[2Jb?c??d?e?f')
  expect(replaceControlCharacters('a\u2066b\u061cc\u200fd\ufeffe\ud800')).toBe('a?b?c?d?e?')
  expect(replaceControlCharacters('é€日本 ’')).toBe('é€日本 ’')
  expect(formatForwardResult({ ...RESULT, type: 'x\ny' })).not.toContain('\n')
})
