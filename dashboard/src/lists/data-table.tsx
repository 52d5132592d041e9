import { FlexRender, type RowData } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import { TdSelect, ThSelect } from '../ui/select-rows.tsx'
import { SortableHeader, Table, Td, Th, ThActions, Tr } from '../ui/table.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import {
  type DataTableProps,
  type ListColumn,
  type ListRow,
  type ListSort,
  type ListView,
  selectAllCheckbox,
  selectRowCheckbox,
  useListView,
} from './list-table.ts'
import { RowCards } from './row-cards.tsx'

/** A list's rows: a table whose first column stays visible while it scrolls sideways, or cards on a phone. */
export function DataTable<Row extends RowData, Sort extends string = string>(
  props: DataTableProps<Row, Sort>,
) {
  const view = useListView(props)
  return useIsPhone() ? <RowCards {...view} /> : <RowTable {...view} />
}

function RowTable<Row extends RowData, Sort extends string>(view: ListView<Row, Sort>) {
  const { label, visible, table, sort, selection, actions, onOpen, openedId } = view
  const areSelectable = selection !== undefined
  return (
    <Table label={label}>
      <thead>
        <tr>
          {selection !== undefined && (
            <ThSelect className={SELECT_CELL} {...selectAllCheckbox(view, selection)} />
          )}
          {visible.map((column, index) => (
            <Header
              key={column.id}
              column={column}
              sort={sort}
              className={index === 0 ? clsx(stickyName(areSelectable), HEADER_LINES) : undefined}
            />
          ))}
          {actions !== undefined && <ThActions />}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <TableRow
            key={row.id}
            row={row}
            visible={visible}
            isSelected={row.getIsSelected()}
            selectLabel={selection?.getLabel(row.original)}
            isOpened={row.id === openedId}
            onOpen={onOpen}
            actions={actions}
          />
        ))}
      </tbody>
    </Table>
  )
}

const STICKY = 'sticky z-2 bg-surface'
const SELECT_CELL = clsx(STICKY, 'left-0 w-12 min-w-12 pr-0!')
const DASH = "empty:before:text-ink-3 empty:before:content-['–']"
/** While the table scrolls, a line next to the first column, in addition to the one below the header. */
const SIDE_LINE = 'not-group-data-fits/table:shadow-[inset_-1px_0_var(--line)]'
const HEADER_LINES = 'not-group-data-fits/table:shadow-[inset_0_-1px_var(--line),inset_-1px_0_var(--line)]'

/** Keeps the first column, and the checkboxes before it, visible while the table scrolls sideways. */
const stickyName = (isAfterSelect: boolean) => clsx(STICKY, isAfterSelect ? 'left-12' : 'left-0')

function Header<Row, Sort extends string>({
  column: { name, align, sort: by },
  sort,
  className,
}: {
  column: ListColumn<Row, Sort>
  sort: ListSort<Sort> | undefined
  className: string | undefined
}) {
  const looks = {
    ...(align === undefined ? {} : { align }),
    ...(className === undefined ? {} : { className }),
  }
  if (sort === undefined || by === undefined) return <Th {...looks}>{name}</Th>
  return (
    <SortableHeader {...looks} direction={sort.getDirection(by)} onSort={() => sort.onSort(by)}>
      {name}
    </SortableHeader>
  )
}

interface TableRowProps<Row extends RowData> {
  row: ListRow<Row>
  visible: readonly Pick<ListColumn<Row>, 'align' | 'className'>[]
  isSelected: boolean
  /** Undefined if rows can't be selected. */
  selectLabel: string | undefined
  isOpened: boolean
  onOpen: ((row: Row) => void) | undefined
  actions: ((row: Row) => ReactNode) | undefined
}

function TableRowView<Row extends RowData>(props: TableRowProps<Row>) {
  const { row, visible, isSelected, selectLabel, isOpened, onOpen, actions } = props
  const stackingLook = isOpened
    ? 'bg-accent-soft'
    : onOpen !== undefined && 'group-hover/row:bg-[color-mix(in_oklab,var(--fill)_60%,var(--surface))]'
  return (
    <Tr
      {...(isOpened ? { className: 'bg-accent-soft' } : {})}
      {...(onOpen === undefined ? {} : { onClick: () => onOpen(row.original) })}
    >
      {selectLabel !== undefined && (
        <TdSelect
          className={clsx(SELECT_CELL, stackingLook)}
          box={selectRowCheckbox(row, { label: selectLabel, isSelected })}
        />
      )}
      {row.getVisibleCells().map((cell, index) => {
        const { align, className } = visible[index] ?? {}
        const sticky = index === 0 && clsx(stickyName(selectLabel !== undefined), SIDE_LINE, stackingLook)
        return (
          <Td
            key={cell.id}
            className={clsx(DASH, className, sticky)}
            {...(align === undefined ? {} : { align })}
          >
            <FlexRender cell={cell} />
          </Td>
        )
      })}
      {actions !== undefined && <Td align="right">{actions(row.original)}</Td>}
    </Tr>
  )
}

/** Memoized, because lists have hundreds of rows. */
const TableRow = memo(TableRowView) as typeof TableRowView // safe because memo takes the same props
