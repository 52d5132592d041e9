import { ChevronsUpDown } from 'lucide-react'
import { onDemand } from '../api/load-code.ts'
import { t } from '../messages/team-text.ts'
import { useAccount, useProgram } from '../session/use-program.ts'
import { Menu } from '../ui/menu.tsx'

const [ProgramMenuItems, preload] = onDemand(() => import('./program-menu-items.tsx'), 'ProgramMenuItems')

/** Shows the current program, and switches to another or a new one. */
export function ProgramSwitcher() {
  const program = useProgram()
  const workspace = useAccount().workspaces.find(({ id }) => id === program.workspaceId)
  return (
    <Menu
      preload={preload}
      trigger={
        <button
          type="button"
          className="flex w-full min-w-0 items-center gap-2.5 rounded-lg p-1.5 text-left transition-colors hover:bg-fill"
        >
          <Monogram name={program.name} />
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 @min-[10rem]:line-clamp-1 wrap-anywhere font-semibold leading-tight">
              {program.name}
            </span>
            <span className="block @max-[10rem]:hidden truncate text-ink-3 text-xs leading-tight">
              {workspace?.name ?? t('shell.program')}
            </span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 @max-[10rem]:hidden text-ink-3" />
          <span className="sr-only">{t('shell.switchProgram')}</span>
        </button>
      }
    >
      <ProgramMenuItems />
    </Menu>
  )
}

function Monogram({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 @max-[10rem]:hidden place-items-center rounded-lg bg-accent font-semibold text-white"
    >
      {name.trim().slice(0, 1).toUpperCase()}
    </span>
  )
}
