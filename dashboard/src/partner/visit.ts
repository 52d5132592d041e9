/** Access without the partner's own session: by the team (`view`), or embedded in the program's pages. */
export interface VisitPlace {
  kind: 'view' | 'embed'
  programId: number
  /** The path prefix of the app. */
  base: string
}

export function visitOf(pathname: string): VisitPlace | undefined {
  const [base, kind, id] = /^\/partner\/(view|embed)\/(\d{1,15})(?=\/|$)/.exec(pathname) ?? []
  if (base === undefined || (kind !== 'view' && kind !== 'embed')) return undefined
  return { kind, programId: Number(id), base }
}

/** Determined once, when the page loads. */
export const VISIT = visitOf(globalThis.location?.pathname ?? '')

export const visitQueryKey = ['partner', 'visit']
