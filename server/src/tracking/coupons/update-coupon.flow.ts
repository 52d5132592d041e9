import { runIn } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { type CouponChanges, type CouponRow, findCoupon, lockCoupon, updateCoupon } from './coupons.sql.ts'

export type UpdatedCoupon =
  | { kind: 'updated'; coupon: CouponRow }
  | { kind: 'no_coupon' | 'archived' | 'empty_period' }

/** Changes or archives an active coupon code. Customers and sales that it attributed don't change. */
export function changeCoupon(
  deps: Deps,
  programId: number,
  couponId: number,
  changes: CouponChanges,
): Promise<UpdatedCoupon> {
  return withTransaction(deps, async (transaction) => {
    await lockCoupon(runIn(transaction), programId, couponId)
    const before = await findCoupon(transaction, programId, couponId)
    if (before === undefined) return { kind: 'no_coupon' }
    if (before.status === 'archived') {
      // Archiving twice succeeds; any other change to an archived code would do nothing.
      return changes.status === 'archived' ? { kind: 'updated', coupon: before } : { kind: 'archived' }
    }
    const { starts_at, ends_at } = { ...before, ...changes }
    if (starts_at !== null && ends_at !== null && starts_at >= ends_at) return { kind: 'empty_period' }
    await updateCoupon(transaction, programId, couponId, changes)
    return { kind: 'updated', coupon: { ...before, ...changes } }
  })
}
