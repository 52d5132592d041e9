import type { EventType } from '../../api/types.ts'
import { wordsOf } from '../../format/words.ts'
import { readChoice, readDayRange } from '../../search/read-search.ts'
import { EVENT_TYPES, parseEventName } from './event-words.ts'

export interface EventsSearch {
  type?: EventType
  mode?: 'test'
  from?: string
  to?: string
  /** The event whose panel is open: `sale-12`, `lead-3`, or `click-` and its click id. */
  open?: string
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const type = readChoice(search.type, wordsOf(EVENT_TYPES))
  const mode = readChoice(search.mode, ['test'])
  const open = typeof search.open === 'string' ? search.open : undefined
  return {
    ...(type === undefined ? {} : { type }),
    ...(mode === undefined ? {} : { mode }),
    ...readDayRange(search),
    ...(open === undefined || parseEventName(open) === undefined ? {} : { open }),
  }
}
