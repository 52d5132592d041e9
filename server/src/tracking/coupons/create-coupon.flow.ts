import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { lockProgramEnrollment } from '../../partners/enrollments/partners.sql.ts'
import { toOwnCouponCodes } from '../../partners/portal-access/own-coupon-codes.rule.ts'
import { findPortalSettings } from '../../partners/portal-access/portal-settings.sql.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { couponKey } from './coupon-code.rule.ts'
import {
  countActiveCoupons,
  findCouponHolders,
  insertCoupon,
  type NewCoupon,
  wasCouponUsed,
} from './coupons.sql.ts'
import { couponLimits } from './limits.ts'
import { type OwnCodeProblem, ownCodeProblem } from './own-coupon-code.rule.ts'

export type CreatedCoupon =
  | { kind: 'created'; id: number }
  | { kind: 'no_partner' | 'code_taken' | 'too_many_coupons' }

/** Gives a coupon code to a partner. Active codes are unique within their program, ignoring case. */
export function createCoupon(
  deps: Deps,
  programId: number,
  { code, ...sent }: Omit<NewCoupon, 'program_id' | 'code_key' | 'created_at'>,
): Promise<CreatedCoupon> {
  return withTransaction(deps, async (transaction) => {
    // The program's lock makes the count exact.
    await lockProgram(transaction, programId)
    const status = await lockProgramEnrollment(transaction, programId, sent.partner_id)
    // The partner may have closed their account in the meantime.
    if (status === undefined || status === 'closed') return { kind: 'no_partner' }
    if ((await countActiveCoupons(transaction, programId)) >= couponLimits.couponsPerProgram) {
      return { kind: 'too_many_coupons' }
    }
    const id = await insertCoupon(transaction, {
      ...sent,
      program_id: programId,
      code: code.trim(),
      code_key: couponKey(code),
      created_at: deps.clock.now(),
    })
    return id === undefined ? { kind: 'code_taken' } : { kind: 'created', id }
  })
}

export type CreatedOwnCoupon =
  | { kind: 'created'; id: number }
  | { kind: 'not_allowed' | 'not_approved' | 'code_owned' | 'code_taken' | 'too_many_coupons' }
  | { kind: 'too_many_own'; most: number }
  | { kind: 'invalid_code'; problem: OwnCodeProblem }

/**
 * Creates a code that a partner chose, in uppercase, within the program's current rules. A code that the program has
 * archived can't be chosen again, because customers may still have it.
 */
export function createOwnCoupon(
  deps: Deps,
  programId: number,
  { partnerId, code }: { partnerId: number; code: string },
): Promise<CreatedOwnCoupon> {
  return withTransaction(deps, async (transaction) => {
    // Changing the rules takes the same lock.
    await lockProgram(transaction, programId)
    const status = await lockProgramEnrollment(transaction, programId, partnerId)
    if (status !== 'approved') return { kind: 'not_approved' }
    const rules = toOwnCouponCodes(await findPortalSettings(transaction, programId))
    if (rules === undefined) return { kind: 'not_allowed' }
    const problem = ownCodeProblem(code, rules)
    if (problem !== undefined) return { kind: 'invalid_code', problem }
    if ((await countActiveCoupons(transaction, programId, partnerId)) >= rules.most)
      return { kind: 'too_many_own', most: rules.most }
    if ((await countActiveCoupons(transaction, programId)) >= couponLimits.couponsPerProgram)
      return { kind: 'too_many_coupons' }
    const key = couponKey(code)
    if (await wasCouponUsed(transaction, programId, key)) {
      const holders = await findCouponHolders(transaction, programId, [key])
      return { kind: holders.get(key) === partnerId ? 'code_owned' : 'code_taken' }
    }
    const id = await insertCoupon(transaction, {
      program_id: programId,
      partner_id: partnerId,
      code: code.trim().toUpperCase(),
      code_key: key,
      starts_at: null,
      ends_at: null,
      max_uses: null,
      customer_discount: rules.customerDiscount,
      created_at: deps.clock.now(),
    })
    return id === undefined ? { kind: 'code_taken' } : { kind: 'created', id }
  })
}
