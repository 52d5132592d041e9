import { expect, test } from 'vitest'
import { changedValues } from './changed-values.ts'

test.each([
  {
    what: 'a change',
    before: { hold_period_days: 30, approved_at: null },
    after: { hold_period_days: 7, approved_at: '2026-03-10T12:00:00+00:00' },
    shown: [
      { name: 'hold period days', before: '30', after: '7' },
      { name: 'approved at', before: undefined, after: '2026-03-10T12:00:00+00:00' },
    ],
  },
  {
    what: 'a created object',
    before: null,
    after: { event_types: ['sale.created'] },
    shown: [{ name: 'event types', before: undefined, after: '["sale.created"]' }],
  },
  {
    what: 'an erased data subject',
    before: null,
    after: { sales: 1, eventsForReview: 2 },
    shown: [
      { name: 'sales', before: undefined, after: '1' },
      { name: 'events for review', before: undefined, after: '2' },
    ],
  },
  {
    what: 'a deleted object',
    before: { is_live: false },
    after: null,
    shown: [{ name: 'is live', before: 'false', after: undefined }],
  },
])('lists each changed value of $what', ({ before, after, shown }) => {
  expect(changedValues({ before, after })).toEqual(shown)
})
