import type { RejectedRequestFilters } from '../../api/call-queries.ts'
import type { RejectedRequest, RequestOutcome, RequestType } from '../../api/types.ts'
import { labelOf } from '../../format/words.ts'
import { readChoice, readDayRange, readText } from '../../search/read-search.ts'
import { CALLS, MODES, OUTCOMES } from './call-words.ts'

/** An inclusive range of the program's days. */
export interface Days {
  from: string
  to: string
}

export interface RejectedRequestsSearch {
  type?: RequestType
  outcome?: RequestOutcome
  mode?: RejectedRequest['mode']
  text?: string
  from?: string
  to?: string
}

export function readRejectedRequestsSearch(search: Record<string, unknown>): RejectedRequestsSearch {
  const type = readChoice(search.type, labelOf(CALLS))
  const outcome = readChoice(search.outcome, labelOf(OUTCOMES))
  const mode = readChoice(search.mode, labelOf(MODES))
  const text = readText(search.text)
  return {
    ...(type === undefined ? {} : { type }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(mode === undefined ? {} : { mode }),
    ...(text === undefined ? {} : { text }),
    ...readDayRange(search),
  }
}

export function toRejectedRequestFilters(search: RejectedRequestsSearch): RejectedRequestFilters {
  return search
}
