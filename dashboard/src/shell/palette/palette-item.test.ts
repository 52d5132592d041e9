import { expect, test } from 'vitest'
import { matchesLabel } from './palette-item.ts'

test.each([
  ['Audit log', 'aud', true],
  ['Audit log', 'log', true],
  ['Audit log', 'LOG aud', true],
  ['Audit log', 'audit trail', false],
  ['Audit log', 'udit', false],
  ['Sign-up', 'up', true],
  ['Über uns', 'über', true],
])('%s matches "%s": %s', (label, text, isMatch) => {
  expect(matchesLabel(label, text)).toBe(isMatch)
})
