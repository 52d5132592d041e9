/** How many of a program's rejected requests are kept, by authentication: the newest of each. */
export interface RejectedRequestShare {
  isAuthenticated: boolean
  most: number
}

/**
 * Reserves a quarter for requests without a valid key, so that a flood of them cannot displace those of the
 * merchant. @param kept in total per program
 */
export function rejectedRequestShares(kept: number): RejectedRequestShare[] {
  const ofOthers = Math.floor(kept / 4)
  return [
    { isAuthenticated: true, most: kept - ofOthers },
    { isAuthenticated: false, most: ofOthers },
  ]
}
