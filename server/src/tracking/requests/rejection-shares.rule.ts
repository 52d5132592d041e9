/** How many of a program's rejected requests are kept, with and without authentication. The newest of each are kept. */
export interface RejectedRequestShare {
  isAuthenticated: boolean
  maxRows: number
}

/**
 * Reserves a quarter for requests without a valid key, so that a flood of them can't displace those of the merchant.
 * @param totalRows total number per program
 */
export function rejectedRequestShares(totalRows: number): RejectedRequestShare[] {
  const otherRows = Math.floor(totalRows / 4)
  return [
    { isAuthenticated: true, maxRows: totalRows - otherRows },
    { isAuthenticated: false, maxRows: otherRows },
  ]
}
