import { Columns3 } from 'lucide-react'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { MenuCheck, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu-surface.tsx'
import { chooseColumn, useColumnChoice, visibleColumns } from './column-choice.ts'
import type { ListColumn } from './list-table.ts'

/** Shows and hides a list's columns, except the first. */
export function ColumnMenu({
  list,
  columns,
}: {
  list: string
  columns: readonly Pick<ListColumn<never>, 'id' | 'name' | 'isOptional'>[]
}) {
  const [choice, choose] = useColumnChoice(list)
  const visible = visibleColumns(columns, choice)
  return (
    <Menu
      align="end"
      trigger={
        <Button>
          <Columns3 aria-hidden="true" className="size-4" />
          {t('lists.columns')}
        </Button>
      }
    >
      <MenuLabel>{t('lists.showColumns')}</MenuLabel>
      {columns.slice(1).map(({ id, name }) => (
        <MenuCheck
          key={id}
          isChecked={visible[id] === true}
          onChange={(isShown) => choose(chooseColumn(columns, choice, { id, isShown }))}
        >
          {name}
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuItem disabled={Object.keys(choice).length === 0} onSelect={() => choose({})}>
        {t('lists.resetColumns')}
      </MenuItem>
    </Menu>
  )
}
