import { describe, expect, it } from 'vitest'
import { rebuildSummary } from './rebuild-summary.rule.ts'

const rebuiltProgram = (program_id: number, days_before: number, days: number) => ({
  program_id,
  time_zone: 'Pacific/Auckland',
  days,
  days_before,
})

describe('rebuildSummary', () => {
  it.each([
    ['one program', [rebuiltProgram(3, 31, 31)], undefined, 'Rebuilt 31 days of statistics for program 3.'],
    [
      'several programs',
      [rebuiltProgram(3, 1, 1), rebuiltProgram(4, 0, 0)],
      undefined,
      'Rebuilt 1 day of statistics for 2 programs.',
    ],
    [
      'a different number of days before the rebuild',
      [rebuiltProgram(3, 2, 1), rebuiltProgram(4, 0, 4)],
      undefined,
      'Rebuilt 5 days of statistics for 2 programs (previously 2 days).',
    ],
    [
      'no events and no statistics',
      [rebuiltProgram(3, 0, 0)],
      undefined,
      'No events to count for program 3. Nothing was rebuilt.',
    ],
    [
      'no events but statistics',
      [rebuiltProgram(3, 2, 0), rebuiltProgram(4, 0, 0)],
      undefined,
      'No events to count for 2 programs. Removed the statistics for 2 days.',
    ],
    ['no programs', [], undefined, 'There are no programs yet. Nothing was rebuilt.'],
    [
      'one day',
      [rebuiltProgram(3, 1, 1)],
      '2026-03-31',
      'Rebuilt the statistics of 2026-03-31 for program 3.',
    ],
    [
      'a day without events',
      [rebuiltProgram(3, 0, 0)],
      '2026-03-31',
      'No events to count for program 3 on 2026-03-31 (Pacific/Auckland). Nothing was rebuilt.',
    ],
    [
      'a day without events but with statistics',
      [rebuiltProgram(3, 1, 0)],
      '2026-03-31',
      'No events to count for program 3 on 2026-03-31 (Pacific/Auckland). Removed the statistics for 1 day.',
    ],
  ])('describes %s', (_, rebuiltPrograms, day, expected) => {
    expect(rebuildSummary(rebuiltPrograms, day)).toBe(expected)
  })
})
