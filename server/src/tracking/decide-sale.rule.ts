import { commissionAmount } from '../commissions/commission-amount.rule.ts'
import { platformFee } from '../commissions/platform-fee.rule.ts'
import { NO_CURRENCY } from '../platform/currency.ts'
import type { StatDelta } from '../platform/stat-delta.ts'
import { DAY_MS } from '../platform/time.ts'
import { isWithinDuration, pickPolicy } from '../programs/commission-policy.rule.ts'
import type { CommissionPolicy } from '../programs/commission-policy.ts'
import { reportDay } from '../statistics/report-day.rule.ts'
import { type Attribution, attribute, isAttributionExpired } from './attribution.rule.ts'
import type { LiveSaleRequest, SaleFacts, SaleToSave } from './sale.ts'

export type SaleDecision =
  | SaleToSave
  | { kind: 'duplicate'; sale_id: number }
  | { kind: 'no_attribution'; message: string }
  | { kind: 'window_expired'; message: string }

/** Decides one live sale, in the order of D6: duplicate, attribution, window, then what to write. */
export function decideSale(facts: SaleFacts, request: LiveSaleRequest, receivedAt: Date): SaleDecision {
  const attribution = decideAttribution(facts, request, receivedAt)
  return attribution.kind === 'attributed' ? saleOf(facts, attribution, { request, receivedAt }) : attribution
}

type Attributed = Extract<Attribution, { kind: 'attributed' }>

/** Whose a sale is and whether it still counts: nothing of it depends on the amount or the currency. */
export function decideAttribution(
  facts: SaleFacts,
  request: Pick<LiveSaleRequest, 'customer_key' | 'click_id'>,
  receivedAt: Date,
): Attributed | Exclude<SaleDecision, SaleToSave> {
  const { program, recorded_sale_id } = facts
  if (recorded_sale_id !== undefined) return { kind: 'duplicate', sale_id: recorded_sale_id }

  const attribution = attribute(request, facts.customer, facts.found_by)
  if (attribution.kind === 'no_attribution') return attribution
  const { customer, by } = attribution

  // A person who attributes a payment by hand decides that the window does not matter.
  if (by !== 'manual' && isAttributionExpired(customer, receivedAt, program.attribution_window_days)) {
    const days = program.attribution_window_days
    const message = `The attribution window of ${days} ${days === 1 ? 'day' : 'days'} has expired: nothing was recorded.`
    return { kind: 'window_expired', message }
  }

  return attribution
}

/** All that one attributed sale writes. */
export function saleOf(
  { program, policies, payment_id }: SaleFacts,
  { customer, by }: Attributed,
  { request, receivedAt }: { request: LiveSaleRequest; receivedAt: Date },
): SaleToSave {
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
    stats: statsOf(program.time_zone, {
      request,
      received_at: receivedAt,
      reported_at: reportedAt,
      is_first: customer.sale_count === 0,
      commission_cents: commission?.amount_cents,
    }),
    message: messageOf(policy, isPaid),
    paymentId: payment_id,
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

interface CountedSale {
  request: LiveSaleRequest
  received_at: Date
  reported_at: Date
  /** It makes its customer a conversion. */
  is_first: boolean
  commission_cents: number | undefined
}

/** The sale's day is that of `occurred_at` when sent; the commission's is that of the call (D10). */
function statsOf(
  timeZone: string,
  { request, received_at, reported_at, is_first, commission_cents }: CountedSale,
): StatDelta[] {
  const { currency, amount_cents } = request
  const day = reportDay(reported_at, timeZone)
  const deltas: StatDelta[] = [{ day, currency, sales: 1, revenue_cents: BigInt(amount_cents) }]
  if (is_first) deltas.push({ day, currency: NO_CURRENCY, conversions: 1 })
  if (commission_cents !== undefined) {
    deltas.push({
      day: reportDay(received_at, timeZone),
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
