import { REQUEST_TYPES, type RequestOutcome, type RequestType } from '../../core/enums.ts'
import { type DailyRequests, findInactivity, type InactivityAlert } from './inactivity.rule.ts'
import { OUTCOMES_OF, RECORDED } from './outcome.rule.ts'
import type { DailyRequestCount } from './request-outcome.ts'

/** One request type's outcomes. Every outcome is present, including those with 0. */
export interface RequestTypeCounts {
  type: RequestType
  /** The sum of the outcomes. */
  requests: number
  recorded: number
  outcomes: { outcome: RequestOutcome; requests: number }[]
}

export function sumRequests(rows: readonly DailyRequestCount[]): RequestTypeCounts[] {
  return REQUEST_TYPES.map((type) => {
    const outcomes = OUTCOMES_OF[type].map((outcome) => ({
      outcome,
      requests: sumRequestCounts(rows.filter((row) => row.type === type && row.outcome === outcome)),
    }))
    const recorded = outcomes.filter(({ outcome }) => RECORDED[type].includes(outcome))
    return { type, requests: sumRequestCounts(outcomes), recorded: sumRequestCounts(recorded), outcomes }
  })
}

/**
 * Returns inactivity alerts for all request types.
 * @param days in order, ending with today
 */
export function findInactivityAlerts(
  rows: readonly DailyRequestCount[],
  days: readonly string[],
): InactivityAlert[] {
  return REQUEST_TYPES.filter((type) => type !== 'refund').flatMap((type) => {
    const dayCounts = days.map((day): DailyRequests => {
      const dayRows = rows.filter((row) => row.day === day && row.type === type)
      const recorded = dayRows.filter(({ outcome }) => RECORDED[type].includes(outcome))
      return { day, requests: sumRequestCounts(dayRows), recorded: sumRequestCounts(recorded) }
    })
    const inactivity = findInactivity(type, dayCounts)
    return inactivity === undefined ? [] : [inactivity]
  })
}

function sumRequestCounts(rows: readonly { requests: number }[]): number {
  return rows.reduce((sum, { requests }) => sum + requests, 0)
}
