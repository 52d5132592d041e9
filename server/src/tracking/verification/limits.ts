export const verificationLimits = {
  /** Default and maximum time limit for each page and for each event from the merchant's server. */
  verifyTimeoutSeconds: 60,
  verifyMaxTimeoutSeconds: 600,
  /** Timeout for a response from the service. */
  verifyResponseMs: 10_000,
  verifyPollMs: 500,
  /** Time allowed for the tracker, the banner and redirects after a page has loaded. */
  verifySettleMs: 10_000,
  /** A page without requests for this long is settled. */
  verifyQuietMs: 700,
  /** Time allowed for a repeated or later event to replace a failed one. */
  verifyGraceMs: 5_000,
  /** Time allowed for one click, and for one field. */
  verifyActionMs: 5_000,
  verifyFieldMs: 2_000,
  /** Time allowed for closing the browser. */
  verifyCloseMs: 5_000,
  /** Maximum number of stored tags, requests and violations per run, and maximum length of each text in them. */
  maxVerifyMessages: 200,
  maxVerifyTextLength: 2_048,
  verifyBodyBytes: 65_536,
  /** Maximum number of fields filled in per form, and of frames searched for a banner. */
  verifyFields: 40,
  verifyFrames: 10,
  /** Maximum number of links whose paths are read. */
  verifyLinks: 500,
  /** Maximum length of text quoted from a page or response. */
  maxVerifyQuoteLength: 300,
} as const
