import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Plus } from 'lucide-react'
import { programsQuery } from '../api/queries.ts'
import { t } from '../messages/team-text.ts'
import { useAccount, useProgram } from '../session/use-program.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'

/** Shows the current program, and switches to another or a new one. */
export function ProgramSwitcher() {
  const program = useProgram()
  const account = useAccount()
  const { data: { programs, unreachable } = { programs: [program], unreachable: [] } } = useQuery(
    programsQuery(),
  )
  const navigate = useNavigate()
  const nameOf = (workspaceId: string) => account.workspaces.find(({ id }) => id === workspaceId)?.name
  const workspaceIds = [...new Set(programs.map(({ workspaceId }) => workspaceId))]
  const canCreate = account.workspaces.some(({ permissions }) => permissions.includes('program:create'))

  return (
    <Menu
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
              {nameOf(program.workspaceId) ?? t('shell.program')}
            </span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 @max-[10rem]:hidden text-ink-3" />
          <span className="sr-only">{t('shell.switchProgram')}</span>
        </button>
      }
    >
      {workspaceIds.map((workspaceId) => (
        <div key={workspaceId}>
          <MenuLabel>{nameOf(workspaceId) ?? t('shell.programs')}</MenuLabel>
          <MenuChoice
            label={nameOf(workspaceId) ?? t('shell.programs')}
            value={String(program.id)}
            choices={programs
              .filter((one) => one.workspaceId === workspaceId)
              .map((one) => ({
                value: String(one.id),
                label: (
                  <span className="truncate">
                    {t('shell.nameHasSandbox', { name: one.name, hasSandbox: String(one.sandbox) })}
                  </span>
                ),
              }))}
            onChoose={(programId) =>
              void navigate({ to: '/programs/$programId/overview', params: { programId } })
            }
          />
        </div>
      ))}
      {unreachable.length > 0 && <MenuLabel>{unreachableText(unreachable.length)}</MenuLabel>}
      {canCreate && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => void navigate({ to: '/programs/new' })}>
            <Plus aria-hidden="true" />
            {t('shell.newProgram')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function unreachableText(count: number): string {
  return count === 1 ? t('shell.n1ProgramIsMissingIts') : t('shell.countProgramsAreMissingTheir', { count })
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
