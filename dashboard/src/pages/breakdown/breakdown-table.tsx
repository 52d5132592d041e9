import type { BreakdownOrder, BreakdownRow, Dimension } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { Sums } from '../../ui/sums.tsx'
import { SortableHeader, Table, Td } from '../../ui/table.tsx'
import { DIMENSIONS } from './breakdown-labels.ts'
import { breakdownColumns } from './search.ts'
import { valueName } from './value-name.ts'

const COLUMN_NAMES: Record<BreakdownOrder, string> = {
  name: t('breakdown.columnNames.name'),
  clicks: t('breakdown.columnNames.clicks'),
  leads: t('breakdown.columnNames.leads'),
  conversions: t('breakdown.columnNames.conversions'),
  sales: t('breakdown.columnNames.sales'),
  revenue: t('breakdown.columnNames.revenue'),
  commission: t('breakdown.columnNames.commission'),
}

export function BreakdownTable({
  by,
  rows,
  sortDirection,
  onSort,
}: {
  by: Dimension
  rows: BreakdownRow[]
  sortDirection: (column: BreakdownOrder) => 'asc' | 'desc' | undefined
  onSort: (column: BreakdownOrder) => void
}) {
  const columns = breakdownColumns(by)
  return (
    <Table label={DIMENSIONS[by].label}>
      <thead>
        <tr>
          <SortableHeader direction={sortDirection('name')} onSort={() => onSort('name')}>
            {DIMENSIONS[by].column}
          </SortableHeader>
          {columns.map((column) => (
            <SortableHeader
              key={column}
              align="right"
              direction={sortDirection(column)}
              onSort={() => onSort(column)}
            >
              {COLUMN_NAMES[column]}
            </SortableHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key ?? ''}>
            <Td>
              <span className="block max-w-[38vw] truncate sm:max-w-72" title={valueName(by, row)}>
                {row.key === null ? (
                  <i className="text-ink-3 not-italic">{valueName(by, row)}</i>
                ) : (
                  valueName(by, row)
                )}
              </span>
            </Td>
            {columns.map((column) => (
              <Td key={column} align="right">
                <Value row={row} column={column} />
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Value({ row, column }: { row: BreakdownRow; column: BreakdownOrder }) {
  switch (column) {
    case 'revenue':
      return <Sums sums={row.revenueByCurrency} />
    case 'commission':
      return <Sums sums={row.commissionByCurrency} />
    case 'name':
      return row.name
    case 'clicks':
      return <CountWithChange count={row.clicks} previous={row.previousClicks} />
    case 'sales':
      return <CountWithChange count={row.sales} previous={row.previousSales} />
    default:
      return formatCount(row[column])
  }
}

/** A count, with the previous window's count below it if known. */
function CountWithChange({ count, previous }: { count: number; previous: number | null }) {
  if (previous === null) return formatCount(count)
  return (
    <>
      {formatCount(count)}
      <span className="block whitespace-nowrap text-ink-3 text-xs">
        {t('breakdown.fromPrevious', { previous })}
      </span>
    </>
  )
}
