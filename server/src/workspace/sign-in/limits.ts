/** Limits for sign-in. Each name ends with its unit. */
export const signInLimits = {
  sessionDays: 7,
  passwordResetMinutes: 60,
  deviceCookieDays: 365,
} as const
