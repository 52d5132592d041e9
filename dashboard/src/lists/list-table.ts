import {
  type ColumnDef,
  columnVisibilityFeature,
  type ReactTable,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type Dispatch, type ReactNode, type SetStateAction, useMemo } from 'react'
import { useColumnChoice, visibleColumns } from './column-choice.ts'

/** A list column. The first one names the row: it is always shown and stays in place while the table scrolls. */
export interface ListColumn<Row, Sort extends string = string> {
  id: string
  name: string
  /** Empty cells show a dash in the table and are omitted from the card. */
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** CSS classes of its cells. */
  className?: string
  /** The sort order that the service supports for this column. */
  sort?: Sort
  /** Hidden until chosen. */
  isOptional?: true
  /** Where the card on a phone shows it: next to the name, or below with its label. */
  card?: 'status' | 'detail'
}

export interface ListSort<Sort extends string> {
  /** Undefined if another column is sorted. */
  getDirection: (sort: Sort) => 'asc' | 'desc' | undefined
  onSort: (sort: Sort) => void
}

/** The selected rows by their ID; they may be on pages that aren't loaded. */
export type SelectedRows = RowSelectionState

export interface ListSelection<Row> {
  rows: SelectedRows
  onChange: Dispatch<SetStateAction<SelectedRows>>
  canBeSelected: (row: Row) => boolean
  getLabel: (row: Row) => string
  /** Label of the checkbox that selects all rows shown. */
  all: string
}

export interface DataTableProps<Row, Sort extends string = string> {
  /** Its accessible name. */
  label: string
  /** The key under which the column choice is stored. */
  list: string
  /** Must be stable, like the functions below: rows only re-render when something changes. */
  columns: readonly ListColumn<Row, Sort>[]
  rows: Row[]
  getId: (row: Row) => string
  /** Undefined if the order is fixed. */
  sort?: ListSort<Sort>
  /** Undefined if there are no bulk actions. */
  selection?: ListSelection<Row> | undefined
  onOpen?: (row: Row) => void
  /** The row whose panel is open. */
  openedId?: string | undefined
  /** A menu at the end of each row. */
  actions?: (row: Row) => ReactNode
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })
type Features = typeof features

/** What the table and the phone's cards render: the visible columns, and the rows with their selection. */
export interface ListView<Row extends RowData, Sort extends string = string>
  extends DataTableProps<Row, Sort> {
  visible: readonly ListColumn<Row, Sort>[]
  table: ReactTable<Features, Row>
}

/** A row with its selection. */
export type ListRow<Row extends RowData> = TableRow<Features, Row>

/** Builds what a list renders. The service sorts and filters its rows. */
export function useListView<Row extends RowData, Sort extends string>(
  props: DataTableProps<Row, Sort>,
): ListView<Row, Sort> {
  const { columns, rows, list, getId, selection } = props
  const [choice] = useColumnChoice(list)
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, cell }): ColumnDef<Features, Row> => ({ id, cell: ({ row }) => cell(row.original) }),
      ),
    [columns],
  )
  const columnVisibility = useMemo(() => visibleColumns(columns, choice), [columns, choice])
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: getId,
    enableRowSelection: (row) => selection?.canBeSelected(row.original) ?? false,
    onRowSelectionChange: (change) => selection?.onChange(change),
    state: { columnVisibility, rowSelection: selection?.rows ?? NONE },
  })
  const leafColumns = table.getVisibleLeafColumns()
  const visible = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return leafColumns.flatMap(({ id }) => byId.get(id) ?? [])
  }, [columns, leafColumns])
  return { ...props, visible, table }
}

const NONE: SelectedRows = {}

/** Returns the checkbox for all rows shown. */
export function selectAllCheckbox<Row extends RowData, Sort extends string>(
  { table }: ListView<Row, Sort>,
  { all }: ListSelection<Row>,
) {
  const isSelected = table.getIsAllRowsSelected()
  return {
    label: all,
    isSelected,
    isPartial: !isSelected && table.getIsSomeRowsSelected(),
    isDisabled: !table.getRowModel().rows.some((row) => row.getCanSelect()),
    onChange: () => table.toggleAllRowsSelected(),
  }
}

/** Returns a row's checkbox; undefined if the row can't be selected. */
export function selectRowCheckbox<Row extends RowData>(
  row: ListRow<Row>,
  { label, isSelected }: { label: string; isSelected: boolean },
) {
  return row.getCanSelect() ? { label, isSelected, onChange: () => row.toggleSelected() } : undefined
}

export function toSelection(rows: readonly { id: number }[]): SelectedRows {
  return Object.fromEntries(rows.map(({ id }) => [String(id), true]))
}
