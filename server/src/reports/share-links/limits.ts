/** Limits of share links. Each name ends with its unit. */
export const shareLinkLimits = {
  /** Lifetime of a link. */
  linkHours: 24,
  linksPerProgram: 100,
} as const
