import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { programsQuery } from '../api/queries.ts'
import { t } from '../messages/team-text.ts'
import { useAccount, useProgram } from '../session/use-program.ts'
import { MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu-surface.tsx'

/** The programs of a `ProgramSwitcher`. */
export function ProgramMenuItems() {
  const program = useProgram()
  const account = useAccount()
  const { data: { programs, unreachable } = { programs: [program], unreachable: [] } } = useQuery(
    programsQuery(),
  )
  const navigate = useNavigate()
  const findWorkspaceName = (workspaceId: string) =>
    account.workspaces.find(({ id }) => id === workspaceId)?.name
  const workspaceIds = [...new Set(programs.map(({ workspaceId }) => workspaceId))]
  const canCreate = account.workspaces.some(({ permissions }) => permissions.includes('program:create'))

  return (
    <>
      {workspaceIds.map((workspaceId) => (
        <div key={workspaceId}>
          <MenuLabel>{findWorkspaceName(workspaceId) ?? t('shell.programs')}</MenuLabel>
          <MenuChoice
            label={findWorkspaceName(workspaceId) ?? t('shell.programs')}
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
    </>
  )
}

function unreachableText(count: number): string {
  return t('shell.countProgramsAreMissingTheir', { count })
}
