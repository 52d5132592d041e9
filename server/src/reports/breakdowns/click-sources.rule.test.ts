import { expect, it } from 'vitest'
import { calendarDays } from '../../core/time/report-day.rule.ts'
import { clickSources } from './click-sources.rule.ts'

const at = (text: string) => new Date(text)

it('reads whole days from roll-ups and the rest from clicks', () => {
  const span = { from: at('2026-02-28T23:00:00Z'), to: at('2026-03-31T21:59:59.999Z') }
  expect(clickSources(span, '2026-03-30')).toEqual({
    rolledUp: {
      days: [...calendarDays('2026-03-01', '2026-03-07'), ...calendarDays('2026-03-24', '2026-03-29')],
      periods: { 8: ['2026-03-08', '2026-03-16'], 64: [] },
    },
    before: { from: span.from, to: at('2026-02-28T23:59:59.999Z') },
    after: { from: at('2026-03-30'), to: span.to },
  })
})

it('reads only roll-ups for whole days that are all rolled up', () => {
  const span = { from: at('2026-03-01'), to: at('2026-03-02T23:59:59.999Z') }
  expect(clickSources(span, '2026-03-10')).toEqual({
    rolledUp: { days: ['2026-03-01', '2026-03-02'], periods: { 8: [], 64: [] } },
    before: undefined,
    after: undefined,
  })
})

it.each([
  { name: 'nothing is rolled up', from: '2026-03-01', to: '2026-03-02T23:59:59.999Z', until: undefined },
  {
    name: 'the roll-ups end before the time span',
    from: '2026-03-01',
    to: '2026-03-02T23:59:59.999Z',
    until: '2026-03-01',
  },
  {
    name: 'no day is whole',
    from: '2026-03-01T00:00:00.001Z',
    to: '2026-03-02T23:59:59.998Z',
    until: '2026-03-10',
  },
])('reads only clicks if $name', ({ from, to, until }) => {
  expect(clickSources({ from: at(from), to: at(to) }, until)).toEqual({
    before: undefined,
    rolledUp: { days: [], periods: { 8: [], 64: [] } },
    after: { from: at(from), to: at(to) },
  })
})
