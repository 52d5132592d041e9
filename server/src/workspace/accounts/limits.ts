/** Limits. Each name ends with its unit. */
export const accountLimits = {
  /** That work, in a workspace. */
  managementKeys: 100,
  managementKeyNameChars: 100,
  membersPerWorkspace: 500,
  invitationsPerWorkspace: 100,
  invitationDays: 7,
  workspacesPerUser: 50,
  /** Of a workspace, in a day: how many invitations are mailed, and how many of them to one address. */
  invitationMailsEach: 200,
  invitationMailsToOne: 3,
} as const
