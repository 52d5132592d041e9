import type { ComponentProps } from 'react'
import { ColumnMenu } from './column-menu.tsx'
import { ViewMenu } from './view-menu.tsx'

/** The menus next to a list's filters. */
export function ListMenus(props: ComponentProps<typeof ColumnMenu>) {
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      <ViewMenu list={props.list} />
      <ColumnMenu {...props} />
    </div>
  )
}
