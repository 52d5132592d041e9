import { type Currency, NO_CURRENCY } from '../../core/money/currency.ts'
import { type BreakdownOrder, type CountedValue, type Dimension, LINK_DIMENSIONS } from './breakdown.ts'

export interface BreakdownRow {
  /** Null for events without a value. */
  key: string | null
  clicks: number
  leads: number
  conversions: number
  sales: number
  /** Exact minor units. Currencies without an amount are omitted (D32). */
  revenueByCurrency: Partial<Record<Currency, bigint>>
  commissionByCurrency: Partial<Record<Currency, bigint>>
}

/** Combines counts into one row per value. */
export function breakdownRows(values: readonly CountedValue[]): BreakdownRow[] {
  const rows = new Map<string | null, BreakdownRow>()
  for (const { key, currency, ...sums } of values) {
    const row = rows.get(key) ?? emptyRow(key)
    rows.set(key, row)
    row.clicks += Number(sums.clicks)
    row.leads += Number(sums.leads)
    row.conversions += Number(sums.conversions)
    row.sales += Number(sums.sales)
    addMoney(row.revenueByCurrency, currency, sums.revenue_cents)
    addMoney(row.commissionByCurrency, currency, sums.commission_cents)
  }
  return [...rows.values()]
}

export function emptyRow(key: string | null): BreakdownRow {
  const none = { clicks: 0, leads: 0, conversions: 0, sales: 0 }
  return { key, ...none, revenueByCurrency: {}, commissionByCurrency: {} }
}

function addMoney(
  sums: Partial<Record<Currency, bigint>>,
  currency: Currency | typeof NO_CURRENCY,
  digits: string,
) {
  if (digits === '0') return
  if (currency === NO_CURRENCY) throw new Error('a row without a currency has an amount')
  sums[currency] = (sums[currency] ?? 0n) + BigInt(digits)
}

/** The sort order of rows: by a text or number, then by key. */
export interface RowOrder {
  by: BreakdownOrder
  direction: 'asc' | 'desc'
  /** Currency to sort amounts by. Undefined adds all currencies at face value (D32). */
  currency: Currency | undefined
}

/** A row's position: its value and key. */
export interface RowPosition {
  value: string
  key: string | null
}

/** Sorts rows and returns each with its position. @param getName returns a row's display name */
export function orderRows<Row extends BreakdownRow>(
  rows: readonly Row[],
  { by, direction, currency }: RowOrder,
  getName: (row: Row) => string,
): { row: Row; place: RowPosition }[] {
  const turn = direction === 'asc' ? 1 : -1
  return rows
    .map((row) => {
      const place = { value: valueIn(row, { by, currency }, getName), key: row.key }
      return { row, place, sortKey: toSortKey(by, place) }
    })
    .sort((a, b) => turn * compareSortKeys(a.sortKey, b.sortKey))
    .map(({ row, place }) => ({ row, place }))
}

/** Returns the items after a position. The row at that position may no longer exist. */
export function selectRowsAfter<Item extends { place: RowPosition }>(
  items: readonly Item[],
  { by, direction }: RowOrder,
  place: RowPosition,
): Item[] {
  const turn = direction === 'asc' ? 1 : -1
  const from = toSortKey(by, place)
  return items.filter((item) => turn * compareSortKeys(toSortKey(by, item.place), from) > 0)
}

function valueIn<Row extends BreakdownRow>(
  row: Row,
  { by, currency }: Pick<RowOrder, 'by' | 'currency'>,
  getName: (row: Row) => string,
): string {
  switch (by) {
    case 'name':
      return getName(row).toLowerCase()
    case 'revenue':
      return String(sumMoney(row.revenueByCurrency, currency))
    case 'commission':
      return String(sumMoney(row.commissionByCurrency, currency))
    default:
      return String(row[by])
  }
}

function sumMoney(sums: Partial<Record<Currency, bigint>>, currency: Currency | undefined): bigint {
  if (currency !== undefined) return sums[currency] ?? 0n
  return Object.values(sums).reduce((total, cents) => total + cents, 0n)
}

/** A sort key, parsed once because it is compared many times. */
interface SortKey {
  value: string | bigint
  key: string
}

/** Returns a row's sort key. Rows without a value come last. */
function toSortKey(by: BreakdownOrder, { value, key }: RowPosition): SortKey {
  return { value: by === 'name' ? value : BigInt(value), key: key ?? '' }
}

function compareSortKeys(a: SortKey, b: SortKey): number {
  return compare(a.value, b.value) || compare(a.key, b.key)
}

function compare<Value extends string | bigint>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns the measures that a dimension counts. For example, click dimensions have no sales. */
export function dimensionMeasures(dimension: Dimension): 'all' | 'clicks' | 'sales' {
  if (LINK_DIMENSIONS.some((one) => one === dimension)) return 'all'
  return dimension === 'product' || dimension === 'currency' || dimension === 'renewal' ? 'sales' : 'clicks'
}
