/** Limits. Each name ends with its unit. */
export const inquiryLimits = {
  questionAnswerMs: 250,
  /** Claims per partner and program: open, and created per day. */
  openClaims: 20,
  claimsPerDay: 20,
  claimNoteChars: 2_000,
  /** Clicks and customers shown with a claim. */
  claimEvidenceRows: 20,
  ownDaySales: 50,
} as const
