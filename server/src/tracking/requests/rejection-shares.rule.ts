/** What of a program's rejectedRequests is kept: the newest of each share. */
export interface RejectedRequestShare {
  isAuthenticated: boolean
  most: number
}

/**
 * A quarter of the room is for calls that came without a good key, which anybody may make: however many those are, what the
 * merchant's own key was refused for stays. @param kept of a program in all
 */
export function rejectedRequestShares(kept: number): RejectedRequestShare[] {
  const ofOthers = Math.floor(kept / 4)
  return [
    { isAuthenticated: true, most: kept - ofOthers },
    { isAuthenticated: false, most: ofOthers },
  ]
}
