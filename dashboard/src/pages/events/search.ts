import type { EventType } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { readChoice, readDayRange, readText } from '../../search/read-search.ts'
import { EVENT_TYPES, parseEventName } from './event-labels.ts'

export const SALE_FILTERS = ['refunded', 'no_commission'] as const
export type SaleFilter = (typeof SALE_FILTERS)[number]

export interface EventsSearch {
  type?: EventType
  mode?: 'test'
  /** Only with `type=sale`. */
  sales?: SaleFilter
  from?: string
  to?: string
  search?: string
  /** The event whose panel is open: `sale-12`, `lead-3`, or `click-` and its click ID. */
  open?: string
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const type = readChoice(search.type, enumValues(EVENT_TYPES))
  const mode = readChoice(search.mode, ['test'])
  const sales = readChoice(search.sales, SALE_FILTERS)
  const text = readText(search.search)
  const open = typeof search.open === 'string' ? search.open : undefined
  return {
    ...(type === undefined ? {} : { type }),
    ...(mode === undefined ? {} : { mode }),
    ...(sales === undefined || type !== 'sale' ? {} : { sales }),
    ...readDayRange(search),
    ...(text === undefined ? {} : { search: text }),
    ...(open === undefined || parseEventName(open) === undefined ? {} : { open }),
  }
}
