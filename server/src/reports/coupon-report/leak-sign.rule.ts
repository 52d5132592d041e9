import { couponReportLimits } from './limits.ts'

/**
 * What orders without a click from the code's partner mean: nothing if the partner only shares the code (`code_only`),
 * for example on a podcast; a leak sign if the partner has links, but the code is mostly used without them
 * (`mostly_no_click`), as on coupon sites.
 */
export const CODE_PATTERNS = ['none', 'code_only', 'mostly_no_click'] as const
export type CodePattern = (typeof CODE_PATTERNS)[number]

/**
 * Returns the pattern of a code's orders. A partner whose links brought fewer clicks than their codes brought orders is
 * assumed to share only codes.
 */
export function codePattern(
  code: { orders: number; no_click_orders: number },
  partner: { clicks: number; orders: number },
): CodePattern {
  if (code.no_click_orders === 0) return 'none'
  if (partner.clicks < partner.orders) return 'code_only'
  const isMost = code.no_click_orders * 2 >= code.orders
  return isMost && code.no_click_orders >= couponReportLimits.leakSignOrders ? 'mostly_no_click' : 'none'
}
