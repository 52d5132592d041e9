import { useProgram } from '../../session/use-program.ts'

/** Where partners send people: a setting of the program, the same for the whole team. Undefined until somebody sets it. */
export function useSiteAddress(): string | undefined {
  return useProgram().siteUrl ?? undefined
}
