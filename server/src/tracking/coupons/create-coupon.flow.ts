import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { lockProgramEnrollment } from '../../partners/enrollments/partners.sql.ts'
import { couponKey } from './coupon-code.rule.ts'
import { countActiveCoupons, insertCoupon, type NewCoupon } from './coupons.sql.ts'
import { couponLimits } from './limits.ts'

export type CreatedCoupon =
  | { kind: 'created'; id: number }
  | { kind: 'no_partner' | 'code_taken' | 'too_many_coupons' }

/** Gives a coupon code to a partner. Active codes are unique in their program, ignoring case. */
export function createCoupon(
  deps: Deps,
  programId: number,
  { code, ...sent }: Omit<NewCoupon, 'program_id' | 'code_key' | 'created_at'>,
): Promise<CreatedCoupon> {
  return withTransaction(deps, async (transaction) => {
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
