import { type Run, runIn } from '../../core/database/database.ts'
import type { TransactionContext } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { CouponProblem, UnattributedReason } from '../../core/enums.ts'
import {
  type CurrentAttribution,
  clickAttribution,
  decideCoupon,
} from '../coupons/coupon-attribution.rule.ts'
import { couponKey } from '../coupons/coupon-code.rule.ts'
import { loadCoupons, lockCoupon } from '../coupons/coupons.sql.ts'
import { attributeCustomerTo } from '../leads/attributed-customer.flow.ts'
import { findAttributableCustomer } from '../leads/attributed-customer.sql.ts'
import { findCustomers } from '../leads/lead.sql.ts'
import type { LeadCustomer } from '../leads/lead.ts'
import type { SaleCoupon } from '../sales/decide-sale.rule.ts'
import { lockCustomer } from '../sales/sale.sql.ts'
import { findBuyer, type PaymentData } from './attribute-payment.rule.ts'
import type { PaymentRow } from './payment.ts'

/** Returns a payment's coupon code for its sale; undefined if none was reported. */
export async function findSaleCoupon(
  run: Run,
  programId: number,
  code: string | null,
): Promise<SaleCoupon | undefined> {
  const key = code === null ? '' : couponKey(code)
  if (key === '') return undefined
  const { program, coupons } = await loadCoupons(run, programId, [key])
  return { data: coupons.get(key), program }
}

/** Reasons for payments that a valid code would have attributed. */
const CODE_CAN_DECIDE: ReadonlySet<UnattributedReason | null | undefined> = new Set([
  'no_customer',
  'window_expired',
  'partner_not_approved',
] as const)

/** Returns the reason an unattributed payment's coupon code has no effect, based on the current codes. */
export async function findCouponProblem(
  run: Run,
  programId: number,
  { code, reason, at }: { code: string | null; reason: UnattributedReason | null | undefined; at: Date },
): Promise<CouponProblem | undefined> {
  const coupon = CODE_CAN_DECIDE.has(reason) ? await findSaleCoupon(run, programId, code) : undefined
  const decision =
    coupon && decideCoupon(coupon.data, undefined, { ...coupon.program, attribution_window_days: 0 }, at)
  return decision?.kind === 'invalid' ? decision.problem : undefined
}

/**
 * Attributes a payment's buyer by its coupon code, if the code decides, in the same way as for a sale from the
 * merchant's server.
 * @returns the customer, who now belongs to the code's partner; undefined if the code doesn't attribute a customer
 * @throws {WriteConflictError} roll back and decide again
 */
export async function attributeByCoupon(
  { deps, transaction, programId, at }: TransactionContext,
  payment: PaymentRow,
  data: PaymentData,
): Promise<{ customer: LeadCustomer; coupon: SaleCoupon } | undefined> {
  if (payment.coupon_code === null) return undefined
  const run = runIn(transaction)
  const identity = {
    customer_key: payment.customer_key ?? undefined,
    email_hash: payment.email_hash ?? undefined,
  }
  const buyer = findBuyer(data, identity)?.customer
  const current = buyer === undefined ? data.click && clickAttribution(data.click) : toAttribution(buyer)
  const { attribution_window_days } = data.program
  const load = async () => {
    const coupon = await findSaleCoupon(run, programId, payment.coupon_code)
    // With a click, the rule compares the two partners, but the customer would still be new.
    if (buyer === undefined && coupon?.program.closed_to_new_referrals === true) return undefined
    const decision =
      coupon && decideCoupon(coupon.data, current, { ...coupon.program, attribution_window_days }, at)
    return decision?.kind === 'attributes' ? coupon : undefined
  }
  const first = await load()
  if (first?.data === undefined) return undefined
  if (buyer !== undefined) await lockCustomer(run, programId, buyer.id)
  // A concurrent payment may have used up the code, or the team may have archived it.
  await lockCoupon(run, programId, first.data.id)
  const coupon = await load()
  if (coupon?.data == null) return undefined
  const from =
    buyer && (await findAttributableCustomer(transaction, programId, { name: { id: buyer.id }, lock: true }))
  if (buyer !== undefined && (from === undefined || from.continued_by !== null || from.sale_count > 0))
    throw new WriteConflictError()
  const customerId = await attributeCustomerTo(transaction, programId, {
    from,
    customer_key: identity.customer_key,
    click_uuid: from?.click_uuid ?? data.click?.uuid ?? deps.ids.uuid(),
    partner_id: coupon.data.partner_id,
    by: { source: 'coupon_code', coupon_id: coupon.data.id },
    at,
  })
  const [customer] = await findCustomers(transaction, programId, 'id', customerId)
  if (customer === undefined) throw new Error('an attributed customer no longer exists')
  return { customer, coupon: { ...coupon, attributed: { from: current } } }
}

function toAttribution(customer: LeadCustomer): CurrentAttribution {
  const { partner_id, partner_status, attribution_source: source, clicked_at, sale_count } = customer
  return { partner_id, partner_status, source, attributed_at: clicked_at, sale_count }
}
