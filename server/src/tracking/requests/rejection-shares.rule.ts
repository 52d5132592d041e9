/**
 * The maximum number of rejected requests stored for a program, with and without authentication. The newest of each are
 * kept.
 */
export interface RejectedRequestShare {
  isAuthenticated: boolean
  maxRows: number
}

/**
 * Reserves a quarter for requests without a valid key, so a flood of them can't displace the merchant's own requests.
 * @param totalRows total number per program
 */
export function rejectedRequestShares(totalRows: number): RejectedRequestShare[] {
  const otherRows = Math.floor(totalRows / 4)
  return [
    { isAuthenticated: true, maxRows: totalRows - otherRows },
    { isAuthenticated: false, maxRows: otherRows },
  ]
}
