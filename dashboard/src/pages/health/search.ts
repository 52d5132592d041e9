import type { RejectedRequestFilters } from '../../api/request-queries.ts'
import type { RejectedRequest, RequestOutcome, RequestType } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { readChoice, readDayRange, readText } from '../../search/read-search.ts'
import { MODES, OUTCOMES, REQUEST_TYPES } from './request-labels.ts'

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
  const type = readChoice(search.type, enumValues(REQUEST_TYPES))
  const outcome = readChoice(search.outcome, enumValues(OUTCOMES))
  const mode = readChoice(search.mode, enumValues(MODES))
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
