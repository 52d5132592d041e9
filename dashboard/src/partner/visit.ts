/** How the portal is looked at without a session of the partner's own: by the team, or in a frame of the program's pages. */
export interface VisitPlace {
  kind: 'view' | 'embed'
  programId: number
  /** The path that all addresses of the app begin with. */
  base: string
}

export function visitOf(pathname: string): VisitPlace | undefined {
  const [base, kind, id] = /^\/partner\/(view|embed)\/(\d{1,15})(?=\/|$)/.exec(pathname) ?? []
  if (base === undefined || (kind !== 'view' && kind !== 'embed')) return undefined
  return { kind, programId: Number(id), base }
}

/** Of this page, as it was loaded. */
export const VISIT = visitOf(globalThis.location?.pathname ?? '')

export const visitQueryKey = ['partner', 'visit']
