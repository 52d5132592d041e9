export const couponLimits = {
  /** Active codes of a program. */
  couponsPerProgram: 10_000,
  maxUses: 1_000_000,
  discountChars: 120,
} as const
