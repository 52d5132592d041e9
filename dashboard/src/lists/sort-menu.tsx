import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { MenuItem, MenuLabel } from '../ui/menu-surface.tsx'
import type { ListColumn, ListSort } from './list-table.ts'

/** Sorts the cards on a phone, which have no headers. Choosing the sorted column again reverses the order. */
export function SortMenu<Sort extends string>({
  columns,
  sort,
}: {
  columns: readonly Pick<ListColumn<never, Sort>, 'name' | 'sort'>[]
  sort: ListSort<Sort>
}) {
  const sortable = columns.flatMap(({ name, sort: by }) => (by === undefined ? [] : [{ name, by }]))
  const sorted = sortable.find(({ by }) => sort.getDirection(by) !== undefined)
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" className="ml-auto">
          <ArrowUpDown aria-hidden="true" className="size-3.5" />
          {sorted === undefined ? t('lists.sort') : t('lists.sortedByName', { name: sorted.name })}
        </Button>
      }
    >
      <MenuLabel>{t('lists.sortBy')}</MenuLabel>
      {sortable.map(({ name, by }) => {
        const direction = sort.getDirection(by)
        return (
          <MenuItem key={by} onSelect={() => sort.onSort(by)}>
            {name}
            {direction !== undefined && <DirectionMark direction={direction} />}
          </MenuItem>
        )
      })}
    </Menu>
  )
}

function DirectionMark({ direction }: { direction: 'asc' | 'desc' }) {
  const Icon = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <span className="ml-auto">
      <Icon aria-hidden="true" />
      <span className="sr-only">{direction === 'asc' ? t('lists.ascending') : t('lists.descending')}</span>
    </span>
  )
}
