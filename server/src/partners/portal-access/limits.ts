export const portalAccessLimits = {
  /** Default maximum of links for partners who create their own; the team can add more. */
  linksOfPartnersOwn: 20,
  /** How long a sign-in link is valid, and how often one is sent to an address. */
  partnerSignInMinutes: 15,
  partnerSignInMailMinutes: 3,
  partnerSessionDays: 30,
  /** Duration of a session from a link shared by a team, regardless of use. */
  copiedSessionDays: 1,
  /** Sessions are extended at most once per interval. */
  partnerSessionSeenMs: 60 * 60 * 1000,
  /** Active sessions; the least recently used one ends when another starts. */
  partnerSessions: 50,
  /** Delegated sessions: validity of the ticket, and duration of a team view and an embedded portal. */
  delegatedSessionTicketMs: 60_000,
  viewMinutes: 30,
  embedMinutes: 60,
  /** Embed origins of a program, which have to fit into a header. */
  embedOrigins: 10,
  /** Passkeys per account, time to complete one, and size of its name and response. */
  partnerPasskeys: 20,
  passkeyMinutes: 5,
  passkeyNameChars: 60,
  passkeyResponseChars: 16_384,
  /** How recent the sign-in must be for actions on the whole account. */
  partnerFreshMinutes: 15,
  partnerPurgeRows: 1_000,
  partnerPurgeEveryMs: 60 * 60 * 1000,
} as const
