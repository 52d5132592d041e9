/** Limits. Each name ends with its unit. */
export const brandingLimits = {
  /** In base64 it fits a body. */
  logoBytes: 45 * 1024,
  logoCacheSeconds: 365 * 24 * 60 * 60,
} as const
