/** Limits. Each name ends with its unit. */
export const portalAccessLimits = {
  /** Beyond which a partner makes none himself; the team may give him more. */
  linksOfPartnersOwn: 20,
  /** A link that a partner signs in by works for so long, and one is mailed to an address in the second time. */
  partnerSignInMinutes: 15,
  partnerSignInMailMinutes: 3,
  partnerSessionDays: 30,
  /** One by a link that the team copied, however it is used. */
  copiedSessionDays: 1,
  /** Before a session is noted as seen again, and lasts longer. */
  partnerSessionSeenMs: 60 * 60 * 1000,
  /** That are open; the one that was seen last ends when there is one more. */
  partnerSessions: 50,
  /** To enter by an address of a visit; how long a member's look at a portal, and one in a frame of a program's pages, lasts. */
  delegatedSessionTicketMs: 60_000,
  viewMinutes: 30,
  embedMinutes: 60,
  /** That a program lists: a header has to hold them. */
  embedOrigins: 10,
  /** Of one account; how long a browser may take over one; and what its name and its answer may have. */
  partnerPasskeys: 20,
  passkeyMinutes: 5,
  passkeyNameChars: 60,
  passkeyAnswerChars: 16_384,
  /** How long ago a partner may have signed in for what concerns his account as a whole. */
  partnerFreshMinutes: 15,
  partnerPurgeRows: 1_000,
  partnerPurgeEveryMs: 60 * 60 * 1000,
} as const
