import {
  type Facts,
  PARTNER_FACTS,
  TEAM_FIELDS,
  type TimelineItem,
  type TimelineItemType,
} from './explain.ts'
import type { Explanation, Reason } from './explanation-text.rule.ts'

/** Reasons a partner may see about their own orders; all others look like an unknown order. */
const READABLE: ReadonlySet<Reason> = new Set<Reason>([
  'paid',
  'refunded_after_payment',
  'in_payout',
  'awaiting_payout',
  'awaiting_partner',
  'on_hold',
  'awaiting_review',
  'refunded',
  'disputed',
  'duplicate_payment',
  'commission_rejected',
  'commission_ended',
  'commission_first_sale_only',
  'no_policy_for_currency',
  'zero_commission',
  'click_without_signup',
  'later_click_won',
  'earlier_click_kept_customer',
  'inactive_link',
  'window_closed',
])

/** Items of a sale that contain no partner. */
const SALE_ITEM_TYPES: ReadonlySet<TimelineItemType> = new Set<TimelineItemType>([
  'refund',
  'failed_refund',
  'refund_undone',
  'dispute',
  'dispute_won',
])

/**
 * Restricts an explanation to what one partner may see (D53): their own clicks, customers, sales and money, and
 * no other partner or customer name. Orders of other partners look exactly like unknown ones, so guessing IDs
 * reveals nothing. Queries by customer or email are not allowed.
 */
export function restrictToPartner(explanation: Explanation, partnerId: number): Explanation {
  const { query, timeline, isCut, conclusion } = explanation
  const mayAsk = query.by === 'transactionId' || query.by === 'clickId'
  const isOwn = conclusion.facts.partner?.id === partnerId && READABLE.has(conclusion.reason)
  if (!mayAsk || !isOwn) {
    const facts = query.by === 'emailHash' ? {} : { query: query.value }
    return {
      query,
      timeline: [],
      testEvents: [],
      isCut: false,
      conclusion: { reason: 'nothing_received', facts },
    }
  }
  const own = timeline.filter(({ partner }) => partner?.id === partnerId)
  const sales = new Set(own.map(({ saleId }) => saleId).filter((id) => id !== undefined))
  const isVisible = ({ partner, type, saleId }: TimelineItem) =>
    partner === undefined
      ? SALE_ITEM_TYPES.has(type) && saleId !== undefined && sales.has(saleId)
      : partner.id === partnerId
  return {
    query,
    timeline: timeline.filter(isVisible).map(withoutCustomer),
    testEvents: [],
    isCut,
    conclusion: { reason: conclusion.reason, facts: ownFacts(conclusion.facts) },
  }
}

function ownFacts(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => Object.hasOwn(PARTNER_FACTS, name)))
}

function withoutCustomer(item: TimelineItem): TimelineItem {
  const own = Object.entries(item).filter(([name]) => !Object.hasOwn(TEAM_FIELDS, name))
  return Object.fromEntries(own) as TimelineItem // safe because hidden fields are optional
}
