/** Limits for inquiries and claims. Each name ends with its unit. */
export const inquiryLimits = {
  questionAnswerMs: 250,
  /** Maximum number of claims per partner and program: open ones, and those created per day. */
  openClaims: 20,
  claimsPerDay: 20,
  maxClaimNoteLength: 2_000,
  /** Maximum number of clicks and customers shown with a claim. */
  claimEvidenceRows: 20,
  ownDaySales: 50,
} as const
