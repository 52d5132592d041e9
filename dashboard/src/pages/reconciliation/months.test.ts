import { expect, it } from 'vitest'
import { monthsUpTo } from './months.ts'

it('lists thirteen months across a year boundary', () => {
  const months = monthsUpTo('2026-03-31')
  expect(months.slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12'])
  expect([months.length, months.at(-1)]).toEqual([13, '2025-03'])
})
