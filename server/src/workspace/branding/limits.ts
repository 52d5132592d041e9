/** Limits for branding. Each name ends with its unit. */
export const brandingLimits = {
  /** Small enough to fit into a request body in base64. */
  logoBytes: 45 * 1024,
  logoCacheSeconds: 365 * 24 * 60 * 60,
} as const
