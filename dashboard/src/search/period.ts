import type { PeriodRequest } from '../api/queries.ts'
import { readChoice, readDayRange } from './read-search.ts'

export const PERIODS = ['7d', '30d', '90d', 'all'] as const
export type Period = (typeof PERIODS)[number]
export const DEFAULT_PERIOD: Period = '30d'

/** The part of an address that says which days: a named period (left out when it is the default) or two days. */
export interface PeriodSearch {
  period?: Period
  from?: string
  to?: string
}

export function readPeriodSearch(search: Record<string, unknown>): PeriodSearch {
  const range = readDayRange(search)
  if (range !== undefined) return range
  const period = readChoice(search.period, PERIODS)
  return period === undefined || period === DEFAULT_PERIOD ? {} : { period }
}

export function toPeriodRequest({ period = DEFAULT_PERIOD, from, to }: PeriodSearch): PeriodRequest {
  return from !== undefined && to !== undefined ? { dateFrom: from, dateTo: to } : { period }
}
