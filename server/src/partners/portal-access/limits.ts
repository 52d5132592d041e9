export const portalAccessLimits = {
  /** Default maximum number of links that partners can create; the team can exceed it. */
  partnersOwnLinks: 20,
  /** How long a sign-in link is valid. */
  partnerSignInMinutes: 15,
  partnerSessionDays: 30,
  /** Duration of a session from a link shared by a team, regardless of use. */
  copiedSessionDays: 1,
  /** Interval in which a session is extended at most once. */
  partnerSessionSeenMs: 60 * 60 * 1000,
  /** Maximum number of active sessions per account. Starting another session ends the least recently used one. */
  partnerSessions: 50,
  /** Delegated sessions: how long the ticket is valid, and the duration of a team view and an embedded portal. */
  delegatedSessionTicketMs: 60_000,
  viewMinutes: 30,
  embedMinutes: 60,
  /** Maximum number of embed origins per program, because they have to fit into a header. */
  embedOrigins: 10,
  /**
   * Maximum number of coupon codes that a program can let each partner have, and maximum length of the text for their
   * discount.
   */
  ownCouponCodes: 100,
  maxCouponDiscountLength: 120,
  /** Passkeys: number per account, time to complete one, and size of its name and response. */
  partnerPasskeys: 20,
  passkeyMinutes: 5,
  maxPasskeyNameLength: 60,
  maxPasskeyResponseLength: 16_384,
  /** Maximum age of the sign-in for actions on the whole account. */
  partnerFreshMinutes: 15,
  partnerPurgeRows: 1_000,
  partnerPurgeEveryMs: 60 * 60 * 1000,
} as const
