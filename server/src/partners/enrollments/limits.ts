export const enrollmentLimits = {
  groupsPerProgram: 100,
  /** Limits on notes and tags. */
  notesPerPartner: 200,
  maxNoteLength: 2_000,
  tagsPerPartner: 20,
  tagsPerProgram: 200,
  maxTagLength: 40,
  linksPerPartner: 100,
  /** Limits on partner import files. */
  partnerFileBytes: 1024 * 1024,
  maxPartnerFileLength: 500_000,
  partnerFileRows: 2_000,
  partnerFileColumns: 50,
  moneyStatementTimeoutMs: 300_000,
  /** Maximum number of welcome emails per workspace per day. */
  welcomeMailsEach: 500,
  /** Maximum number of commission policies in a welcome email. The portal lists all of them. */
  welcomePolicies: 5,
} as const
