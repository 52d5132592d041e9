import type { ReversalReason } from '../../core/enums.ts'
import { groupedAmount } from '../../core/money/decimal-amount.rule.ts'
import { percentText } from '../../core/money/percent.rule.ts'
import { commissionBaseCents } from '../../earnings/commissions/sale-commission.rule.ts'
import { formatInstant } from '../../reports/explain/explanation-text.rule.ts'
import type { EarningRow, PayoutOfEarning, Reversed } from './own-earning.ts'

export const EARNING_STATES = ['on_hold', 'waits_for_review', 'approved', 'paid', 'reversed'] as const
export type EarningState = (typeof EARNING_STATES)[number]

export const REASON_STEPS = [
  'click',
  'signup',
  'sale',
  'claim',
  'policy',
  'due',
  'reversed',
  'payout',
] as const
export type ReasonStep = (typeof REASON_STEPS)[number]

/** A step that led to an amount. */
export interface Reason {
  step: ReasonStep
  /** Null for steps without a time. */
  at: Date | null
  text: string
}

/** The facts behind a commission, from click to payout, without the customer's name. */
export interface EarningFacts extends Omit<EarningRow, 'click_uuid' | 'customer_id' | 'payout_id'> {
  customer: string
  /** Payouts that were not cancelled, oldest first. */
  payouts: readonly PayoutOfEarning[]
  /** Undefined if nothing was reversed. */
  reversed: Reversed | undefined
  /** Landing page; null if unknown. */
  page: string | null
  /** The program's, for timestamps. */
  timeZone: string
  now: Date
}

/** State of a commission. Due but unapproved commissions are waiting for review. */
export function earningState(earning: Pick<EarningRow, 'status' | 'hold_until'>, now: Date): EarningState {
  switch (earning.status) {
    case 'pending':
      return earning.hold_until > now ? 'on_hold' : 'waits_for_review'
    case 'approved':
      return 'approved'
    case 'paid':
      return 'paid'
    case 'reversed':
      return 'reversed'
  }
}

/** Lists every step that led to an amount, in order. */
export function earningReasons(facts: EarningFacts): Reason[] {
  const later = [reversed(facts), due(facts), ...facts.payouts.map((payout) => payoutStep(payout, facts))]
    .filter((step) => step !== undefined)
    .sort((one, other) => one.since.getTime() - other.since.getTime())
    .map(({ since: _, ...reason }) => reason)
  const steps = [
    click(facts),
    signup(facts),
    sale(facts),
    claim(facts),
    policy(facts),
    ...later,
    nextPayout(facts),
  ]
  return steps.filter((reason) => reason !== undefined)
}

/** A step with its position. */
interface LaterStep extends Reason {
  since: Date
}

const say = (at: Date, { timeZone }: EarningFacts) => formatInstant(at.toISOString(), timeZone)
const money = (cents: number, { currency }: EarningFacts) => `${groupedAmount(cents, currency)} ${currency}`

function click(facts: EarningFacts): Reason {
  if (facts.attributed_by_team) {
    const text = `The program attributed ${facts.customer} to you on ${say(facts.clicked_at, facts)}.`
    return { step: 'click', at: facts.clicked_at, text }
  }
  const link = facts.link_code === null ? 'a link of yours' : `your link ${facts.link_code}`
  const page = facts.page === null ? '' : `, to ${facts.page}`
  return {
    step: 'click',
    at: facts.clicked_at,
    text: `${facts.customer} came by ${link} on ${say(facts.clicked_at, facts)}${page}.`,
  }
}

function signup(facts: EarningFacts): Reason | undefined {
  if (facts.signup_at === null) return undefined
  const text = `${facts.customer} signed up on ${say(facts.signup_at, facts)}.`
  return { step: 'signup', at: facts.signup_at, text }
}

function sale(facts: EarningFacts): Reason | undefined {
  if (facts.sold_at === null || facts.sale_cents === null) return undefined
  const what = facts.is_renewal === true ? 'paid a renewal of' : 'bought for'
  const text = `${facts.customer} ${what} ${money(facts.sale_cents, facts)} on ${say(facts.sold_at, facts)}.`
  return { step: 'sale', at: facts.sold_at, text }
}

function claim(facts: EarningFacts): Reason | undefined {
  const at = facts.claim_accepted_at
  if (at === null) return undefined
  return {
    step: 'claim',
    at,
    text: `You claimed it, and the program accepted your claim on ${say(at, facts)}.`,
  }
}

function policy(facts: EarningFacts): Reason {
  const earned = money(facts.amount_cents, facts)
  if (facts.kind === 'lead') {
    return { step: 'policy', at: null, text: `The program pays ${earned} for a signup.` }
  }
  const whose = facts.policy_product_id === null ? 'The program pays' : 'For this product the program pays'
  const rate =
    facts.policy_type === 'percent' && facts.policy_rate_bps !== null
      ? `${percentText(facts.policy_rate_bps)} of ${shared(facts)}`
      : `${money(facts.policy_amount_cents ?? facts.amount_cents, facts)} for a sale`
  return { step: 'policy', at: null, text: `${whose} ${rate}${lasting(facts)}: that is ${earned}.` }
}

/** The commission base, with amounts if tax was excluded. */
function shared(facts: EarningFacts): string {
  const { sale_cents, tax_cents } = facts
  if (facts.policy_commission_base !== 'amount_without_tax') return 'a sale'
  if (sale_cents === null || tax_cents === null || tax_cents === 0) return 'a sale without tax'
  const base = commissionBaseCents('amount_without_tax', {
    amount_cents: sale_cents,
    tax_amount_cents: tax_cents,
  })
  return `${money(base, facts)} (${money(sale_cents, facts)} less ${money(tax_cents, facts)} tax)`
}

function lasting({ policy_duration, policy_duration_months: months }: EarningFacts): string {
  switch (policy_duration) {
    case 'first_sale':
      return ', the first of a customer'
    case 'months':
      return `, for ${months} ${months === 1 ? 'month' : 'months'} from the first sale of a customer`
    default:
      return ''
  }
}

function reversed(facts: EarningFacts): LaterStep | undefined {
  if (facts.reversed_cents === 0) return undefined
  const what = facts.reversed_cents === facts.amount_cents ? 'All of it' : money(facts.reversed_cents, facts)
  const { times = 1, last_at: at = facts.rejected_at } = facts.reversed ?? {}
  const when = at === null ? '' : `${times === 1 ? ' on' : ', the last of it on'} ${say(at, facts)}`
  const text = `${what} was taken back${when}: ${reversalText(facts)}.`
  return { step: 'reversed', at, since: at ?? facts.created_at, text }
}

/** Why a commission was reversed, by the current state of its sale. */
function reversalReason(
  facts: Pick<EarningRow, 'rejected_at' | 'is_disputed' | 'refunded_cents' | 'sale_cents'>,
): ReversalReason {
  if (facts.rejected_at !== null) return 'rejected'
  if (facts.is_disputed) return 'disputed'
  if ((facts.refunded_cents ?? 0) === 0) return 'corrected'
  return facts.refunded_cents === facts.sale_cents ? 'refunded' : 'partly_refunded'
}

/** Why one change reversed an amount, independent of later changes. */
export function changeWhy(change: {
  is_correction: boolean
  is_rejection: boolean
  is_dispute: boolean
  left_cents: number
}): ReversalReason {
  if (change.is_correction) return 'corrected'
  if (change.is_rejection) return 'rejected'
  if (change.is_dispute) return 'disputed'
  return change.left_cents === 0 ? 'refunded' : 'partly_refunded'
}

function reversalText(facts: EarningFacts): string {
  switch (reversalReason(facts)) {
    case 'rejected':
      return 'the program rejected it'
    case 'disputed':
      return 'the customer disputed the payment'
    case 'refunded':
      return 'the sale was refunded'
    case 'partly_refunded':
      return `${money(facts.refunded_cents ?? 0, facts)} of the sale was refunded`
    case 'corrected':
      return 'the sale was corrected'
  }
}

function due(facts: EarningFacts): LaterStep | undefined {
  const until = say(facts.hold_until, facts)
  const since = facts.hold_until
  switch (earningState(facts, facts.now)) {
    case 'on_hold':
      return {
        step: 'due',
        at: facts.hold_until,
        since,
        text: `It is on hold until ${until}, as the sale may still be refunded.`,
      }
    case 'waits_for_review':
      return {
        step: 'due',
        at: facts.hold_until,
        since,
        text: `It was due on ${until}, and waits for the program to approve it.`,
      }
    case 'approved': {
      const at = facts.approved_at ?? facts.hold_until
      return { step: 'due', at, since: at, text: `It was approved on ${say(at, facts)}.` }
    }
    case 'paid':
    case 'reversed':
      return undefined
  }
}

function payoutStep(payout: PayoutOfEarning, facts: EarningFacts): LaterStep {
  const isSubtracted = payout.amount_cents < 0
  const amount = money(Math.abs(payout.amount_cents), facts)
  if (payout.closed_at === null) {
    const what = isSubtracted ? 'is subtracted in' : 'is in'
    const text = `${amount} ${what} payout ${payout.id}, which is on its way.`
    return { step: 'payout', at: null, since: payout.created_at, text }
  }
  const what = isSubtracted ? 'subtracted in' : 'paid with'
  const text = `${amount} was ${what} payout ${payout.id} on ${say(payout.closed_at, facts)}.`
  return { step: 'payout', at: payout.closed_at, since: payout.closed_at, text }
}

/** The effect on the next payout. */
function nextPayout(facts: EarningFacts): Reason | undefined {
  if (facts.status === 'pending') return undefined
  const taken = facts.payouts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const rest = facts.amount_cents - facts.reversed_cents - taken
  if (rest === 0) return undefined
  const amount = money(Math.abs(rest), facts)
  const text =
    rest < 0 ? `The next payout is smaller by ${amount}.` : `The next payout takes up ${amount} of it.`
  return { step: 'payout', at: null, text }
}
