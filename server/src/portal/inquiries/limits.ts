/** Limits. Each name ends with its unit. */
export const inquiryLimits = {
  questionAnswerMs: 250,
  /** Claims of a partner of a program: open at once, and made in a day. */
  openClaims: 20,
  claimsPerDay: 20,
  claimNoteChars: 2_000,
  /** Of each list beside a claim: clicks and customers of the partner. */
  claimEvidenceRows: 20,
  /** Counted for the navigation. */
  openClaimsCounted: 100,
  ownDaySales: 50,
} as const
