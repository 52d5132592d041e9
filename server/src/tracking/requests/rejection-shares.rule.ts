/** How many of a program's rejected requests are kept, with and without authentication. The newest of each are kept. */
export interface RejectedRequestShare {
  isAuthenticated: boolean
  most: number
}

/**
 * Reserves a quarter for requests without a valid key, so that a flood of them can't displace those of the merchant.
 * @param kept total number per program
 */
export function rejectedRequestShares(kept: number): RejectedRequestShare[] {
  const ofOthers = Math.floor(kept / 4)
  return [
    { isAuthenticated: true, most: kept - ofOthers },
    { isAuthenticated: false, most: ofOthers },
  ]
}
