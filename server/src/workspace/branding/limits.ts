/** Names end with their unit. */
export const brandingLimits = {
  /** In base64 it fits into a request body. */
  logoBytes: 45 * 1024,
  logoCacheSeconds: 365 * 24 * 60 * 60,
} as const
