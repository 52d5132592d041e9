import { expect, test } from 'vitest'
import { onHoldNote } from './on-hold-note.ts'

const now = Date.parse('2026-03-10T12:00:00Z')

test.each([
  ['nothing is on hold', [], 'Until the hold period ends'],
  [
    'the first of several currencies',
    ['2026-03-20T00:00:00Z', '2026-03-12T23:30:00Z'],
    'Next hold ends on Mar 13, 2026',
  ],
  ['a hold has ended without an approval', ['2026-03-10T12:00:00Z'], 'Part of it is waiting for approval'],
])('the note below amounts on hold: %s', (_label, holds, note) => {
  expect(onHoldNote(holds, { now, timeZone: 'Europe/Berlin' })).toBe(note)
})
