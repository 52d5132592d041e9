import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { accountQuery, programQuery } from '../api/queries.ts'
import type { Account, Permission, Program } from '../api/types.ts'

/** The id of the program in the address, as the API's paths take it. */
export function useProgramId(): string {
  return useParams({ from: '/signed-in/programs/$programId' }).programId
}

/** The program of this page. It was loaded before the page was shown. */
export function useProgram(): Program {
  return useSuspenseQuery(programQuery(useProgramId())).data
}

/** The time that it is for a program, in milliseconds: a sandbox has a clock of its own. */
export function timeOf({ clock }: Pick<Program, 'clock'>): number {
  return Date.now() + (clock?.aheadMs ?? 0)
}

export function useAccount(): Account {
  return useSuspenseQuery(accountQuery()).data
}

/** Whether the reader's role allows this on the program of this page: `const may = useMay(); may('partner:manage')`. */
export function useMay(): (permission: Permission) => boolean {
  const { workspaceId } = useProgram()
  const workspace = useAccount().workspaces.find(({ id }) => id === workspaceId)
  return (permission) => workspace?.permissions.includes(permission) ?? false
}
