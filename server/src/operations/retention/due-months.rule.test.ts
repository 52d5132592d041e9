import { expect, it } from 'vitest'
import { DAY_MS } from '../../core/time/time.ts'
import { isWithinWindow } from '../../tracking/clicks/attribution-window.rule.ts'
import { dueBefore, isDue, listMonths, toMonth } from './due-months.rule.ts'

const keeping = (retentionMonths: number | null, attributionWindowDays = 28) => ({
  retentionMonths,
  attributionWindowDays,
})

it.each([
  ['keeps clicks forever by default', null, undefined, '2026-03-10T12:00:00Z', undefined],
  ['uses the installation’s setting if the program has none', null, 2, '2026-03-10T12:00:00Z', '2026-01-01'],
  ['allows a program to keep clicks longer', 12, 2, '2026-03-10T12:00:00Z', '2025-03-01'],
  ['allows a program to keep clicks for a shorter time', 1, 24, '2026-03-31T23:59:59.999Z', '2026-02-01'],
  ['counts months across the turn of the year', 3, undefined, '2026-02-01T00:00:00Z', '2025-11-01'],
  [
    'counts the last instant of a month as part of it',
    1,
    undefined,
    '2026-02-28T23:59:59.999Z',
    '2026-01-01',
  ],
])('%s', (_, own, installation, now, before) => {
  expect(dueBefore(keeping(own), installation, new Date(now))).toEqual(
    before === undefined ? undefined : new Date(before),
  )
})

it('keeps what the attribution window needs, whatever the setting', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  expect(dueBefore(keeping(null, 365), 1, now)).toEqual(new Date('2025-03-01'))
  // 9 March 2025 is a year earlier, and a month is only deleted as a whole.
  expect(isDue(toMonth(new Date('2025-02-28T23:59:59Z')), dueBefore(keeping(1, 365), 1, now))).toBe(true)
})

it('never deletes a click within the attribution window, on any day of four years', () => {
  for (let day = 0; day < 4 * 366; day++) {
    const now = new Date(Date.UTC(2023, 0, 1) + day * DAY_MS)
    for (const [months, window] of [
      [1, 28],
      [2, 60],
      [1, 365],
      [12, 365],
    ] as const) {
      const before = dueBefore(keeping(months, window), undefined, now) ?? now
      expect(isWithinWindow(new Date(before.getTime() - 1), now, window)).toBe(false)
      const earlier = new Date(now.getTime() - DAY_MS)
      expect(isWithinWindow(new Date(before.getTime() - 1), earlier, window)).toBe(false)
    }
  }
})

it('names months in UTC', () => {
  expect(toMonth(new Date('2025-12-31T23:59:59.999Z'))).toEqual({
    name: '2025-12',
    from: new Date('2025-12-01T00:00:00Z'),
    to: new Date('2026-01-01T00:00:00Z'),
  })
})

it('lists each completed month once, in order', () => {
  const instants = [
    '2025-03-31T23:59:59Z',
    '2025-01-01T00:00:00Z',
    '2025-01-09T00:00:00Z',
    '2025-04-01T00:00:00Z',
  ]
  const months = listMonths(
    instants.map((instant) => new Date(instant)),
    new Date('2025-04-01T00:00:00Z'),
  )
  expect(months.map(({ name }) => name)).toEqual(['2025-01', '2025-03'])
})
