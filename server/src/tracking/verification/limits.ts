export const verificationLimits = {
  /** Default and largest limit for each page and for each event of the merchant's server. */
  verifyTimeoutSeconds: 60,
  verifyMaxTimeoutSeconds: 600,
  /** Time for a response of the service. */
  verifyResponseMs: 10_000,
  verifyPollMs: 500,
  /** Time for the tracker, the banner and redirects after a page has loaded. */
  verifySettleMs: 10_000,
  /** A page without requests for this long is settled. */
  verifyQuietMs: 700,
  /** Time for a repeated or later event to replace a failed one. */
  verifyGraceMs: 5_000,
  /** Time for one click, and for one field. */
  verifyActionMs: 5_000,
  verifyFieldMs: 2_000,
  /** Time for closing the browser. */
  verifyCloseMs: 5_000,
  /** Stored tags, requests and violations per run, and the length of each of their texts. */
  verifyFacts: 200,
  verifyFactChars: 2_048,
  verifyBodyBytes: 65_536,
  /** Fields that are filled in per form, and frames that are searched for a banner. */
  verifyFields: 40,
  verifyFrames: 10,
  /** Longest quoted text of a page or response. */
  verifyQuoteChars: 300,
} as const
