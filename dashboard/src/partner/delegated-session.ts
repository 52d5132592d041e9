/** Access without the partner's own session: by the team (`view`), or embedded in the program's pages. */
export interface DelegatedSession {
  kind: 'view' | 'embed'
  programId: number
  /** The app's path prefix. */
  base: string
}

export function parseDelegatedPath(pathname: string): DelegatedSession | undefined {
  const [base, kind, id] = /^\/partner\/(view|embed)\/(\d{1,15})(?=\/|$)/.exec(pathname) ?? []
  if (base === undefined || (kind !== 'view' && kind !== 'embed')) return undefined
  return { kind, programId: Number(id), base }
}

/** Determined once, when the page loads. */
export const DELEGATED_SESSION = parseDelegatedPath(globalThis.location?.pathname ?? '')

export const delegatedSessionKey = ['partner', 'visit']
