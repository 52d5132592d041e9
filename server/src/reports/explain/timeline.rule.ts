import type { PlacedItem, RejectedRequestItem, TimelineItem } from './explain.ts'

/** Positions items without a cause at their own time. */
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

/** Sorts items oldest first. The sort is stable: equal positions and ranks keep their order. */
export function inOrder(entries: readonly PlacedItem[]): TimelineItem[] {
  return entries
    .toSorted((a, b) => a.place.getTime() - b.place.getTime() || a.rank - b.rank)
    .map(({ item }) => item)
}

/** Removes undefined fields. */
export function withoutNulls<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const presentFields = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(presentFields) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> } // safe because only undefined fields are removed
}

/** Converts a rejected request to a timeline item. */
export function rejectedRequestItem(
  row: Omit<RejectedRequestItem, 'firstAt' | 'lastAt'> & { first_at: Date; last_at: Date },
): RejectedRequestItem {
  const { id, type, code, message, field, count } = row
  const times = { firstAt: row.first_at.toISOString(), lastAt: row.last_at.toISOString() }
  return { id, type, code, message, field, count, ...times }
}
