/** Limits of sign-in. Names end with their unit. */
export const signInLimits = {
  sessionDays: 7,
  passwordResetMinutes: 60,
  deviceCookieDays: 365,
} as const
