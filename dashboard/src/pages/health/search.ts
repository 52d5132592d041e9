import type { RefusalFilters } from '../../api/call-queries.ts'
import type { CallBucket, Refusal, TrackCall } from '../../api/types.ts'
import { wordsOf } from '../../format/words.ts'
import { readChoice, readDayRange, readText } from '../../search/read-search.ts'
import { BUCKETS, CALLS, MODES } from './call-words.ts'

/** Whole days of the program, both included. */
export interface Days {
  from: string
  to: string
}

/** Which refused calls are shown. */
export interface RefusalsSearch {
  call?: TrackCall
  bucket?: CallBucket
  mode?: Refusal['mode']
  text?: string
  from?: string
  to?: string
}

export function readRefusalsSearch(search: Record<string, unknown>): RefusalsSearch {
  const call = readChoice(search.call, wordsOf(CALLS))
  const bucket = readChoice(search.bucket, wordsOf(BUCKETS))
  const mode = readChoice(search.mode, wordsOf(MODES))
  const text = readText(search.text)
  return {
    ...(call === undefined ? {} : { call }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(mode === undefined ? {} : { mode }),
    ...(text === undefined ? {} : { text }),
    ...readDayRange(search),
  }
}

export function toRefusalFilters(search: RefusalsSearch): RefusalFilters {
  return search
}
