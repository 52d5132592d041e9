export const enrollmentLimits = {
  groupsPerProgram: 100,
  /** Notes and tags. */
  notesPerPartner: 200,
  noteChars: 2_000,
  tagsPerPartner: 20,
  tagsPerProgram: 200,
  tagChars: 40,
  linksPerPartner: 100,
  /** Partner import files. */
  partnerFileBytes: 1024 * 1024,
  partnerFileChars: 500_000,
  partnerFileRows: 2_000,
  partnerFileColumns: 50,
  moneyStatementTimeoutMs: 300_000,
  /** Welcome emails per workspace and day. */
  welcomeMailsEach: 500,
} as const
