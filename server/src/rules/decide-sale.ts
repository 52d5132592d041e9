import type { StatDelta } from '../store/daily-stats.ts'
import type { AttributedBy } from '../store/schema.ts'
import { type AttributableCustomer, attribute, isAttributionExpired } from './attribution.ts'
import { commissionAmount } from './commission-amount.ts'
import type { CommissionPolicy } from './commission-policy.ts'
import { isWithinDuration, pickPolicy } from './commission-policy.ts'
import { platformFee } from './platform-fee.ts'
import { reportDay } from './report-day.ts'
import type { SaleRequest } from './sale-request.ts'

/** What is known when a live sale is decided; one statement loads it all. */
export interface SaleFacts {
  program: {
    id: number
    time_zone: string
    attribution_window_days: number
    hold_period_days: number
    platform_fee_bps: number
  }
  /** The sale that already has this transaction_id. */
  recordedSaleId: number | undefined
  customer: AttributableCustomer | undefined
  /** By what the customer was found, when it was by nothing of the request. */
  foundBy?: AttributedBy
  /** The payment of the connected processor account that the transaction_id names. */
  paymentId?: number | undefined
  /** The current default policy, and the one of the sale's product. */
  policies: readonly CommissionPolicy[]
}

/** A live request: the two fields every live sale has. */
export type LiveSaleRequest = SaleRequest & { transaction_id: string; amount_cents: number }

/** Everything one sale writes, at once or not at all (D33). */
export interface SaleToSave {
  kind: 'save'
  program: SaleFacts['program']
  customer: AttributableCustomer
  by: AttributedBy
  request: LiveSaleRequest
  receivedAt: Date
  reportedAt: Date
  commission: { policy_id: number; amount_cents: number; hold_until: Date } | undefined
  fee: { rate_bps: number; amount_cents: number }
  stats: StatDelta[]
  message: string
  paymentId: number | undefined
}

export type SaleDecision =
  | SaleToSave
  | { kind: 'duplicate'; sale_id: number }
  | { kind: 'no_attribution'; message: string }
  | { kind: 'window_expired'; message: string }

const DAY_MS = 24 * 60 * 60 * 1000

/** Decides one live sale, in the order of D6: duplicate, attribution, window, then what to write. */
export function decideSale(facts: SaleFacts, request: LiveSaleRequest, receivedAt: Date): SaleDecision {
  const { program, recordedSaleId, policies } = facts
  if (recordedSaleId !== undefined) return { kind: 'duplicate', sale_id: recordedSaleId }

  const attribution = attribute(request, facts.customer, facts.foundBy)
  if (attribution.kind === 'no_attribution') return attribution
  const { customer, by } = attribution

  // A person who attributes a payment by hand decides that the window does not matter.
  if (by !== 'manual' && isAttributionExpired(customer, receivedAt, program.attribution_window_days)) {
    const days = program.attribution_window_days
    const message = `The attribution window of ${days} ${days === 1 ? 'day' : 'days'} has expired: nothing was recorded.`
    return { kind: 'window_expired', message }
  }

  const reportedAt = request.occurred_at ?? receivedAt
  const policy = pickPolicy(policies, request)
  const isPaid = policy !== undefined && isWithinDuration(policy, customer.first_sale_at, receivedAt)
  const commission = isPaid ? commissionOf(policy, request, program, receivedAt) : undefined
  return {
    kind: 'save',
    program,
    customer,
    by,
    request,
    receivedAt,
    reportedAt,
    commission,
    fee: {
      rate_bps: program.platform_fee_bps,
      amount_cents: platformFee(request.amount_cents, program.platform_fee_bps),
    },
    stats: statsOf(request, customer, program.time_zone, receivedAt, reportedAt, commission?.amount_cents),
    message: messageOf(policy, isPaid),
    paymentId: facts.paymentId,
  }
}

function commissionOf(
  policy: CommissionPolicy,
  request: LiveSaleRequest,
  program: SaleFacts['program'],
  receivedAt: Date,
): SaleToSave['commission'] {
  const holdDays = policy.hold_days ?? program.hold_period_days
  return {
    policy_id: policy.id,
    amount_cents: commissionAmount(policy, request.amount_cents),
    hold_until: new Date(receivedAt.getTime() + holdDays * DAY_MS),
  }
}

/** The sale's day is that of `occurred_at` when sent; the commission's is that of the call (D10). */
function statsOf(
  request: LiveSaleRequest,
  customer: AttributableCustomer,
  timeZone: string,
  receivedAt: Date,
  reportedAt: Date,
  commission_cents: number | undefined,
): StatDelta[] {
  const { currency, amount_cents } = request
  const day = reportDay(reportedAt, timeZone)
  const deltas: StatDelta[] = [{ day, currency, sales: 1, revenue_cents: BigInt(amount_cents) }]
  if (customer.sale_count === 0) deltas.push({ day, currency: 'XXX', conversions: 1 })
  if (commission_cents !== undefined) {
    deltas.push({
      day: reportDay(receivedAt, timeZone),
      currency,
      commission_cents: BigInt(commission_cents),
    })
  }
  return deltas
}

function messageOf(policy: CommissionPolicy | undefined, isPaid: boolean): string {
  if (policy === undefined)
    return 'Sale recorded without a commission: no commission policy matches its currency.'
  if (!isPaid) return "Sale recorded without a commission: the commission policy's duration has ended."
  return 'Sale recorded.'
}
