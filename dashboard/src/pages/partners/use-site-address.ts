import { useProgram } from '../../session/use-program.ts'

/** Returns the page that partner links lead to (a program setting); undefined until it is set. */
export function useSiteAddress(): string | undefined {
  return useProgram().siteUrl ?? undefined
}
