import { portalAccessLimits } from '../../partners/portal-access/limits.ts'

export const couponLimits = {
  /** Maximum number of active codes per program. */
  couponsPerProgram: 10_000,
  maxUses: 1_000_000,
  maxDiscountLength: portalAccessLimits.maxCouponDiscountLength,
  /** Maximum import file size. */
  fileBytes: 1024 * 1024,
  maxFileLength: 500_000,
  fileRows: 5_000,
  fileColumns: 50,
  importStatementTimeoutMs: 60_000,
} as const
