import type { ComponentProps } from 'react'
import { ColumnMenu } from './column-menu.tsx'

/** The menus of a list next to its filters. */
export function ListMenus(props: ComponentProps<typeof ColumnMenu>) {
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      <ColumnMenu {...props} />
    </div>
  )
}
