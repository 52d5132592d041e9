import type { PlacedItem, RejectedRequestItem, TimelineItem } from './explain.ts'

/** Places what nothing caused. */
export function placed(
  at: Date,
  rank: number,
  fields: Pick<TimelineItem, 'type' | 'isTest'> & {
    [Name in keyof TimelineItem]?: TimelineItem[Name] | null | undefined
  },
): PlacedItem {
  const item = { ...withoutNulls(fields), at: at.toISOString() } as TimelineItem // safe because it has a type and isTest
  return { item, place: at, rank }
}

/** From the first entry to the last. Sorting is stable: what has one place and rank stays in its order. */
export function inOrder(entries: readonly PlacedItem[]): TimelineItem[] {
  return entries
    .toSorted((one, other) => one.place.getTime() - other.place.getTime() || one.rank - other.rank)
    .map(({ item }) => item)
}

/** The fields that have a value. */
export function withoutNulls<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const known = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(known) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> } // safe because the others are left out
}

/** How a rejected request stands in an answer. */
export function rejectedRequestItem(
  row: Omit<RejectedRequestItem, 'firstAt' | 'lastAt'> & { first_at: Date; last_at: Date },
): RejectedRequestItem {
  const { id, type, code, message, field, count } = row
  const times = { firstAt: row.first_at.toISOString(), lastAt: row.last_at.toISOString() }
  return { id, type, code, message, field, count, ...times }
}
