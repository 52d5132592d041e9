import { FlexRender, type RowData } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { SelectAllBox, SelectRowBox } from '../ui/select-rows.tsx'
import { rowOpenProps } from '../ui/table.tsx'
import { type ListRow, type ListView, selectAllCheckbox, selectRowCheckbox } from './list-table.ts'
import { SortMenu } from './sort-menu.tsx'

/** A list's rows on a phone: one card each, with its name, status and main figures. */
export function RowCards<Row extends RowData, Sort extends string>(view: ListView<Row, Sort>) {
  const { label, table, sort, selection, columns } = view
  return (
    <>
      {(selection !== undefined || sort !== undefined) && (
        <div className="flex items-center justify-between gap-2 border-b px-4 py-2">
          {selection !== undefined && (
            <span className="flex items-center gap-2 text-ink-3">
              <SelectAllBox {...selectAllCheckbox(view, selection)} />
              <span aria-hidden="true">{selection.all}</span>
            </span>
          )}
          {sort !== undefined && <SortMenu columns={columns} sort={sort} />}
        </div>
      )}
      <ul aria-label={label}>
        {table.getRowModel().rows.map((row) => (
          <RowCard key={row.id} row={row} view={view} />
        ))}
      </ul>
    </>
  )
}

function RowCard<Row extends RowData, Sort extends string>({
  row,
  view,
}: {
  row: ListRow<Row>
  view: ListView<Row, Sort>
}) {
  const { selection, onOpen, openedId, actions } = view
  const box =
    selection &&
    selectRowCheckbox(row, { label: selection.getLabel(row.original), isSelected: row.getIsSelected() })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's name is a button
    <li
      className={clsx(
        'flex gap-3 border-b px-4 py-3 last:border-b-0',
        onOpen !== undefined && 'cursor-pointer',
        row.id === openedId && 'bg-accent-soft',
      )}
      onClick={onOpen && rowOpenProps(() => onOpen(row.original))}
    >
      {selection !== undefined && (
        <span className="w-5 shrink-0">{box !== undefined && <SelectRowBox {...box} />}</span>
      )}
      <div className="min-w-0 flex-1">
        <CardHead row={row} view={view} />
        <CardSummary row={row} view={view} />
      </div>
      {actions !== undefined && <span className="shrink-0">{actions(row.original)}</span>}
    </li>
  )
}

function listCells<Row extends RowData, Sort extends string>(row: ListRow<Row>, view: ListView<Row, Sort>) {
  return row.getVisibleCells().flatMap((cell, index) => {
    const column = view.visible[index]
    return column === undefined ? [] : [{ cell, column, isName: index === 0 }]
  })
}

function CardHead<Row extends RowData, Sort extends string>(props: {
  row: ListRow<Row>
  view: ListView<Row, Sort>
}) {
  const cells = listCells(props.row, props.view)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      {cells
        .filter(({ column, isName }) => isName || column.card === 'status')
        .map(({ cell }) => (
          <div key={cell.id} className="min-w-0 max-w-full">
            <FlexRender cell={cell} />
          </div>
        ))}
    </div>
  )
}

function CardSummary<Row extends RowData, Sort extends string>(props: {
  row: ListRow<Row>
  view: ListView<Row, Sort>
}) {
  const details = listCells(props.row, props.view).filter(({ column }) => column.card === 'detail')
  if (details.length === 0) return null
  return (
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
      {details.map(({ cell, column }) => (
        <div key={cell.id} className="min-w-0 has-[dd:empty]:hidden">
          <dt className="text-ink-3 text-xs">{column.name}</dt>
          <dd className="tabular-nums">
            <FlexRender cell={cell} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
