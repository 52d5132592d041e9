/** The state of a payout details version. */
export const DETAILS_STATES = ['in_use', 'waiting', 'former', 'withdrawn'] as const
export type DetailsState = (typeof DETAILS_STATES)[number]

export interface DetailsVersion {
  version: number
  usable_at: Date
  withdrawn_at: Date | null
}

/**
 * Returns the version that a payout uses now: the latest one whose waiting period is over. Batches apply the same rule
 * in SQL.
 */
export function versionInUse(versions: readonly DetailsVersion[], now: Date): number | undefined {
  let inUse: number | undefined
  for (const { version, usable_at, withdrawn_at } of versions) {
    if (withdrawn_at === null && usable_at <= now && version > (inUse ?? 0)) inUse = version
  }
  return inUse
}

export function detailsState(
  { version, usable_at, withdrawn_at }: DetailsVersion,
  inUse: number | undefined,
  now: Date,
): DetailsState {
  if (withdrawn_at !== null) return 'withdrawn'
  if (version === inUse) return 'in_use'
  return usable_at > now ? 'waiting' : 'former'
}

/**
 * Returns when a new version applies. The first version applies immediately, because it replaces no other version.
 */
export function usableFrom(inUse: number | undefined, now: Date, waitMs: number): Date {
  return inUse === undefined ? now : new Date(now.getTime() + waitMs)
}
