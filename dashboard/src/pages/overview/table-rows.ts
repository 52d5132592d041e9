import type { PerformanceDay } from '../../api/types.ts'

export interface TableRow {
  day: PerformanceDay
  before: PerformanceDay | undefined
}

type DayValue = (day: PerformanceDay) => number

/**
 * Returns the table's rows, newest first, and its columns. Rows and columns that contain only zeros, including in the
 * compared period, are omitted.
 */
export function toTable<Column extends string>(
  days: readonly PerformanceDay[],
  compared: readonly PerformanceDay[],
  columns: readonly Column[],
  getValue: Record<Column, DayValue>,
): { rows: TableRow[]; columns: Column[] } {
  const all = days.map((day, place) => ({ day, before: compared[place] })).toReversed()
  const isActive = ({ day, before }: TableRow, column: Column) =>
    getValue[column](day) !== 0 || (before !== undefined && getValue[column](before) !== 0)
  return {
    rows: all.filter((row) => columns.some((column) => isActive(row, column))),
    columns: columns.filter((column) => all.some((row) => isActive(row, column))),
  }
}
