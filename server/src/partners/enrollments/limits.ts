/** Limits. Each name ends with its unit. */
export const enrollmentLimits = {
  groupsPerProgram: 100,
  /** What the team writes down about one partner. */
  notesPerPartner: 200,
  noteChars: 2_000,
  tagsPerPartner: 20,
  tagsPerProgram: 200,
  tagChars: 40,
  linksPerPartner: 100,
  /** Of a list of partners: its body, its characters, and what it may hold. */
  partnerFileBytes: 1024 * 1024,
  partnerFileChars: 500_000,
  partnerFileRows: 2_000,
  partnerFileColumns: 50,
  moneyStatementTimeoutMs: 300_000,
  /** Of a workspace, in a day: how many partners of imported lists are mailed. */
  importMailsEach: 500,
} as const
