/** Names end with their unit. */
export const accountLimits = {
  /** Working keys per workspace. */
  managementKeys: 100,
  managementKeyNameChars: 100,
  membersPerWorkspace: 500,
  invitationsPerWorkspace: 100,
  invitationDays: 7,
  workspacesPerUser: 50,
  /** Invitation emails per workspace and day, in total and to one address. */
  invitationMailsEach: 200,
  invitationMailsToOne: 3,
} as const
