import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { accountQuery, programQuery } from '../api/queries.ts'
import type { Account, Permission, Program } from '../api/types.ts'

/** Returns the program ID from the URL, as used in API paths. */
export function useProgramId(): string {
  return useParams({ from: '/signed-in/programs/$programId' }).programId
}

/** Returns the current program, which the route has loaded. */
export function useProgram(): Program {
  return useSuspenseQuery(programQuery(useProgramId())).data
}

/** Returns a program's current time in milliseconds. Sandboxes have their own clock. */
export function programTimeMs({ clock }: Pick<Program, 'clock'>): number {
  return Date.now() + (clock?.aheadMs ?? 0)
}

export function useAccount(): Account {
  return useSuspenseQuery(accountQuery()).data
}

/** Returns a permission check for the current program: `const may = useMay(); may('partner:manage')`. */
export function usePermissionCheck(): (permission: Permission) => boolean {
  const { workspaceId } = useProgram()
  const workspace = useAccount().workspaces.find(({ id }) => id === workspaceId)
  return (permission) => workspace?.permissions.includes(permission) ?? false
}
