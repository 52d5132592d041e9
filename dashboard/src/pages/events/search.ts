import type { EventType } from '../../api/types.ts'
import { readChoice, readDayRange } from '../../search/read-search.ts'

export const EVENT_TYPES: readonly EventType[] = ['click', 'lead', 'sale']

export interface EventsSearch {
  type?: EventType
  mode?: 'test'
  from?: string
  to?: string
  /** The event whose panel is open: `sale-12`, `lead-3`, or `click-` and its click id. */
  open?: string
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const type = readChoice(search.type, EVENT_TYPES)
  const mode = readChoice(search.mode, ['test'])
  const open = typeof search.open === 'string' ? search.open : undefined
  return {
    ...(type === undefined ? {} : { type }),
    ...(mode === undefined ? {} : { mode }),
    ...readDayRange(search),
    ...(open === undefined || parseEventName(open) === undefined ? {} : { open }),
  }
}

export function parseEventName(name: string): { type: EventType; eventId: string } | undefined {
  const match = /^(click|lead|sale)-([\w-]{1,100})$/.exec(name)
  const type = readChoice(match?.[1], EVENT_TYPES)
  const eventId = match?.[2]
  return type === undefined || eventId === undefined ? undefined : { type, eventId }
}
