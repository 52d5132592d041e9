import { type CallBucket, TRACK_CALLS, type TrackCall } from '../../core/enums.ts'
import { type DayOfCalls, findSilence, type Silence } from './inactivity.rule.ts'
import { BUCKETS_OF, RECORDED } from './outcome.rule.ts'
import type { CallsOfDay } from './request-outcome.ts'

/** What became of the calls of one kind, every bucket named, also the empty ones. */
export interface CallsOfKind {
  call: TrackCall
  /** The sum of the buckets. */
  calls: number
  recorded: number
  buckets: { bucket: CallBucket; calls: number }[]
}

export function sumCalls(rows: readonly CallsOfDay[]): CallsOfKind[] {
  return TRACK_CALLS.map((call) => {
    const buckets = BUCKETS_OF[call].map((bucket) => ({
      bucket,
      calls: sumOf(rows.filter((row) => row.call === call && row.bucket === bucket)),
    }))
    const recorded = buckets.filter(({ bucket }) => RECORDED[call].includes(bucket))
    return { call, calls: sumOf(buckets), recorded: sumOf(recorded), buckets }
  })
}

/** Which kinds of call have gone silent. @param days in order, the last of them today */
export function findSilences(rows: readonly CallsOfDay[], days: readonly string[]): Silence[] {
  return TRACK_CALLS.filter((call) => call !== 'refund').flatMap((call) => {
    const counted = days.map((day): DayOfCalls => {
      const ofDay = rows.filter((row) => row.day === day && row.call === call)
      const recorded = ofDay.filter(({ bucket }) => RECORDED[call].includes(bucket))
      return { day, calls: sumOf(ofDay), recorded: sumOf(recorded) }
    })
    const silence = findSilence(call, counted)
    return silence === undefined ? [] : [silence]
  })
}

function sumOf(rows: readonly { calls: number }[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0)
}
