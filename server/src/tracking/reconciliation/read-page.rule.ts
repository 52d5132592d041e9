import { isStorable } from '../../core/text/stored-text.rule.ts'
import type { Json } from '../processors/event-values.rule.ts'
import type {
  ListedCollection,
  ListHeaders,
  ProcessorChange,
  ProcessorList,
} from '../processors/processor.ts'
import { reconciliationLimits } from './limits.ts'
import type { ListedEntry } from './reconciliation.ts'

/** Where a run continues: a collection, and the start of its next page. */
export interface Cursor {
  collection: ListedCollection
  place: string | undefined
}

/** Returns where a run continues; the start without a cursor. Undefined if the list has no such collection. */
export function parseCursor({ collections }: ProcessorList, text: string | null): Cursor | undefined {
  const name = text === null ? collections[0]?.name : text.slice(0, text.indexOf(':'))
  const collection = collections.find((one) => one.name === name)
  const place = text === null ? '' : text.slice(text.indexOf(':') + 1)
  return collection && { collection, place: place === '' ? undefined : place }
}

/** A page's facts. */
export interface ReadPage {
  entries: ListedEntry[]
  /** Objects that can't be read. */
  unreadable: number
  /** The cursor of the next page; undefined at the end of the list. */
  next: string | undefined
}

interface Period {
  from: Date
  before: Date
  isLive: boolean
}

/**
 * Reads a page of a list.
 * @returns the reason the page can't be used: it isn't a page, it doesn't advance, or it has objects of the other mode,
 * which means that the key belongs to another account
 */
export function readListPage(
  list: ProcessorList,
  { collection, place }: Cursor,
  { body, headers }: { body: Json; headers: ListHeaders },
  period: Period,
): ReadPage | 'unreadable' | 'wrong_mode' {
  const all = collection.objects(body)
  if (all === undefined || all.length > reconciliationLimits.listPageObjects) return 'unreadable'
  const objects = all.filter((object) => collection.isLive(object, period) === period.isLive)
  if (collection.hasBothModes !== true && objects.length < all.length) return 'wrong_mode'
  const nextPage = collection.nextPage(body, all, { ...period, place, headers })
  const isUsable = nextPage !== place && isStorable(nextPage ?? '', reconciliationLimits.maxPlaceLength)
  if (nextPage !== undefined && !isUsable) return 'unreadable'
  const readObjects = objects.map((object) => readListedObject(collection, object))
  const entries = readObjects.flatMap((one) => (one === undefined ? [] : one.entries))
  const isPast = (object: Json) => {
    const at = collection.happenedAt(object)
    return at !== undefined && at < period.from
  }
  const isAtStart = collection.isNewestFirst === true && objects.some(isPast)
  return {
    entries: entries.filter(({ occurredAt }) => occurredAt >= period.from && occurredAt < period.before),
    unreadable: readObjects.filter((one) => one === undefined || one.isUnreadable).length,
    next: nextCursor(list, collection, isAtStart ? undefined : nextPage),
  }
}

function nextCursor(
  { collections }: ProcessorList,
  collection: ListedCollection,
  place: string | undefined,
): string | undefined {
  if (place !== undefined) return `${collection.name}:${place}`
  const following = collections[collections.indexOf(collection) + 1]
  return following && `${following.name}:`
}

/** Reads one object. Returns undefined if it has no ID or time. */
export function readListedObject(
  collection: ListedCollection,
  object: Json,
): { entries: ListedEntry[]; isUnreadable: boolean } | undefined {
  const id = collection.getId(object)
  const occurredAt = collection.happenedAt(object)
  if (id === undefined || occurredAt === undefined) return undefined
  const changes = collection.read(object)
  const key = `${collection.name}:${id}`
  return {
    entries: changes.flatMap((change) => (isMoney(change) ? [{ key, occurredAt, change }] : [])),
    isUnreadable: changes.some(({ kind }) => kind === 'unreadable'),
  }
}

function isMoney(change: ProcessorChange): change is ListedEntry['change'] {
  switch (change.kind) {
    case 'payment':
      return change.is_paid
    case 'refund':
    case 'failed_refund':
    case 'dispute':
      return true
    default:
      return false
  }
}
