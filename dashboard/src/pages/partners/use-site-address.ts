import { useProgram } from '../../session/use-program.ts'

/** Returns the page that partner links lead to, a setting of the program; undefined until it is set. */
export function useSiteAddress(): string | undefined {
  return useProgram().siteUrl ?? undefined
}
