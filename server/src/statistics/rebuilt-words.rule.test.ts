import { describe, expect, it } from 'vitest'
import { rebuiltWords } from './rebuilt-words.rule.ts'

const of = (program_id: number, days_before: number, days: number) => ({
  program_id,
  time_zone: 'Pacific/Auckland',
  days,
  days_before,
})

describe('whoever had statistics rebuilt is told', () => {
  it.each([
    ['of one program', [of(3, 31, 31)], undefined, 'Rebuilt the statistics of program 3: of 31 days.'],
    ['of several', [of(3, 1, 1), of(4, 0, 0)], undefined, 'Rebuilt the statistics of 2 programs: of 1 day.'],
    [
      'how many days were wrong by being there or missing',
      [of(3, 2, 1), of(4, 0, 4)],
      undefined,
      'Rebuilt the statistics of 2 programs: of 5 days, where there were 2.',
    ],
    [
      'that nothing counts, and nothing did',
      [of(3, 0, 0)],
      undefined,
      'Nothing counts in program 3: there was nothing to rebuild.',
    ],
    [
      'that nothing counts, and what stood there is gone',
      [of(3, 2, 0), of(4, 0, 0)],
      undefined,
      'Nothing counts in 2 programs: the statistics of 2 days that stood there are gone.',
    ],
    ['that there is no program', [], undefined, 'There is no program yet: there is nothing to rebuild.'],
    ['of one day', [of(3, 1, 1)], '2026-03-31', 'Rebuilt 2026-03-31 in the statistics of program 3.'],
    [
      'that nothing counts on this day',
      [of(3, 0, 0)],
      '2026-03-31',
      'Nothing counts in program 3 on 2026-03-31, a day of Pacific/Auckland: there was nothing to rebuild.',
    ],
    [
      'that what stood on this day is gone',
      [of(3, 1, 0)],
      '2026-03-31',
      'Nothing counts in program 3 on 2026-03-31, a day of Pacific/Auckland: the statistics of 1 day that stood there are gone.',
    ],
  ])('%s', (_, rebuilt, day, words) => {
    expect(rebuiltWords(rebuilt, day)).toBe(words)
  })
})
