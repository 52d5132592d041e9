import { describe, expect, it } from 'vitest'
import { defaultExecutionDay, executionDayError, lastExecutionDay } from './execution-day.rule.ts'

describe('executionDayError', () => {
  it.each([
    ['today', '2026-03-10', null],
    ['the last day', '2026-04-09', null],
    ['yesterday', '2026-03-09', 'past'],
    ['the day after the last one', '2026-04-10', 'too_far'],
    ['another century', '9999-12-31', 'too_far'],
    ['an invalid day', '2026-02-30', 'no_day'],
    ['an invalid month', '2026-13-01', 'no_day'],
    ['an instant', '2026-03-10T', 'no_day'],
    ['words', 'tomorrow!!', 'no_day'],
  ])('%s', (_name, day, fault) => expect(executionDayError(day, '2026-03-10', 30)).toBe(fault))
})

it('lastExecutionDay adds calendar days, across a year end and a clock change', () => {
  expect(lastExecutionDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(lastExecutionDay('2026-03-28', 2)).toBe('2026-03-30')
})

it('defaultExecutionDay returns the batch’s day, but never a past day', () => {
  expect(defaultExecutionDay('2026-03-10', '2026-03-10')).toBe('2026-03-10')
  expect(defaultExecutionDay('2026-03-09', '2026-03-10')).toBe('2026-03-10')
  expect(defaultExecutionDay('2026-03-11', '2026-03-10')).toBe('2026-03-11')
})
