import type { OwnCouponCodes } from '../../partners/portal-access/own-coupon-codes.rule.ts'
import { couponKey } from './coupon-code.rule.ts'

/** The reason a code chosen by a partner is rejected. */
export type OwnCodeProblem = 'too_short' | 'too_long' | 'characters' | 'pattern'

/** Characters that partners may choose: no symbols that are hard to say or that a shop may reject. */
const CHOSEN = /^[A-Za-z0-9._-]+$/

/** Checks a code that a partner chose against the program's rules, ignoring case. Returns undefined if it is allowed. */
export function ownCodeProblem(
  code: string,
  { pattern, minChars, maxChars }: Pick<OwnCouponCodes, 'pattern' | 'minChars' | 'maxChars'>,
): OwnCodeProblem | undefined {
  const key = couponKey(code)
  if (key.length < minChars) return 'too_short'
  if (key.length > maxChars) return 'too_long'
  if (!CHOSEN.test(key)) return 'characters'
  const [start = '', end = ''] = couponKey(pattern).split('*')
  const matchesPattern = key.startsWith(start) && key.endsWith(end) && key.length > start.length + end.length
  return matchesPattern ? undefined : 'pattern'
}
