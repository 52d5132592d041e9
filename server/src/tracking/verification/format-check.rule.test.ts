import { expect, test } from 'vitest'
import { formatCheck, summarize } from './format-check.rule.ts'
import { failed, notChecked, passed, skipped } from './judge-landing.rule.ts'

const CHECKS = [
  passed('tracker', 'loaded from https://track.example.com/js/tracker.js'),
  failed('cookie', 'cookie_lost', ['it was removed', 'Keep it.']),
  notChecked('signup'),
]

test('formats one line per check, and the fix below', () => {
  expect(CHECKS.map(formatCheck)).toEqual([
    '✓ Tracker: loaded from https://track.example.com/js/tracker.js',
    '✗ Cookie: it was removed (cookie_lost)\n  → Keep it.',
    '– Signup: not checked',
  ])
  expect(summarize(CHECKS)).toBe('Failed at Cookie: 1 passed, 1 failed, 1 not checked.')
  expect(summarize(CHECKS.slice(0, 1))).toBe('The integration works: 1 passed, 0 failed.')
  const warned = {
    name: 'site',
    status: 'warning',
    cause: 'other_site',
    text: 'opened a',
    fix: 'Open b.',
  } as const
  expect(formatCheck(warned)).toBe('! Site: opened a (other_site)\n  → Open b.')
  expect(summarize([warned, ...CHECKS.slice(0, 1)])).toBe('No step failed: 1 passed, 0 failed, 1 warning.')
  const withSkipped = [...CHECKS.slice(0, 1), skipped('refund', ['no page given', 'Add --refund <path>'])]
  expect(summarize(withSkipped)).toBe('No step failed: 1 passed, 0 failed, 1 skipped.')
})
