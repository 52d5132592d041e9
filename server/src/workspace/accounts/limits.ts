/** Limits for accounts. Each name ends with its unit. */
export const accountLimits = {
  /** Maximum number of working keys per workspace. */
  managementKeys: 100,
  maxManagementKeyNameLength: 100,
  membersPerWorkspace: 500,
  invitationsPerWorkspace: 100,
  invitationDays: 7,
  workspacesPerUser: 50,
  /** Maximum number of invitation emails per workspace per day: in total, and to one address. */
  invitationMailsEach: 200,
  invitationMailsToOne: 3,
} as const
