import { expect, test } from 'vitest'
import { holdLines } from './hold-lines.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const NONE = { days: [], laterByCurrency: {} }

test.each([
  ['nothing is on hold', null, NONE, ['Held in case of refunds until the hold period ends']],
  [
    'a hold has ended without an approval',
    '2026-03-10T12:00:00Z',
    NONE,
    ['Part of it is waiting for approval'],
  ],
  [
    'holds end on several days',
    '2026-03-13T00:00:00Z',
    {
      days: [
        { day: '2026-03-13', centsByCurrency: { USD: 980 } },
        { day: '2026-03-14', centsByCurrency: { EUR: 200, USD: 100 } },
      ],
      laterByCurrency: { USD: 5_000 },
    },
    ['Held in case of refunds. Payable from:', 'Mar 13: $9.80', 'Mar 14: $1.00 and €2.00', 'Later: $50.00'],
  ],
])('the lines below amounts on hold: %s', (_label, nextDueAt, holds, lines) => {
  expect(holdLines([{ nextDueAt }], holds, NOW)).toEqual(lines)
})
