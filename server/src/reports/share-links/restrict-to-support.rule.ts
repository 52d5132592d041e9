import { EMAIL_SIGN } from '../../core/privacy/at-sign.rule.ts'
import type { ConclusionFacts, Explanation, TimelineItem } from '../explain/explain.ts'

/**
 * Matches email addresses, including URL-encoded ones: some merchants use them as customer keys. Whole words are
 * matched once, so long words take linear time.
 */
const QUOTED_EMAIL_OR_WORD = new RegExp(`"[^"]*"${EMAIL_SIGN}[^\\s@\`<>"',;()]+|[^\\s\`<>"',;()]+`, 'gi')
const HAS_EMAIL = new RegExp(`[^@]${EMAIL_SIGN}[^@]`, 'i')

export function hideEmails(text: string): string {
  return text.replace(QUOTED_EMAIL_OR_WORD, (word) => (HAS_EMAIL.test(word) ? 'hidden email' : word))
}

/**
 * Restricts a timeline for an anonymous viewer: no emails; no free text from the team, a customer or a processor; only
 * the partners involved in the decision; and nothing about other programs.
 */
export function restrictToSupport({ timeline, testEvents, isCut, conclusion }: Explanation): Explanation {
  const { partner, otherPartner, couponDecision: coupon } = conclusion.facts
  const namedPartners = [partner, otherPartner, coupon?.partner, coupon?.otherPartner]
  const decisivePartnerIds = new Set(namedPartners.map((one) => one?.id).filter((id) => id !== undefined))
  const restrict = (item: TimelineItem) => withoutEmails(restrictItem(item, decisivePartnerIds))
  const {
    payoutHoldReason: _hold,
    rejectedReason: _why,
    otherProgram: _program,
    similarCoupon: _code,
    hasDuplicateRefund: _refund,
    ...facts
  } = conclusion.facts
  return {
    timeline: timeline.map(restrict),
    testEvents: testEvents.map(restrict),
    isCut,
    conclusion: { reason: conclusion.reason, facts: withoutEmails<ConclusionFacts>(facts) },
  }
}

function restrictItem(item: TimelineItem, decisivePartnerIds: ReadonlySet<number>): TimelineItem {
  const { because: _, attributedBy: _by, couponDecision, ...others } = item
  const compared = [couponDecision?.partner, couponDecision?.otherPartner].filter((one) => one !== undefined)
  const isCouponShown = couponDecision !== undefined && compared.every(({ id }) => decisivePartnerIds.has(id))
  const shown = isCouponShown ? { ...others, couponDecision } : others
  const { otherPartner: _other, ...withoutOther } = shown
  const visible =
    shown.otherPartner === undefined || decisivePartnerIds.has(shown.otherPartner.id) ? shown : withoutOther
  if (visible.partner === undefined || decisivePartnerIds.has(visible.partner.id)) return visible
  const { partner: _partner, linkCode: _code, ...withoutPartner } = visible
  return withoutPartner
}

/** Hides emails in all texts, at any depth. */
function withoutEmails<Value>(value: Value): Value {
  if (typeof value === 'string') return hideEmails(value) as Value // safe because it stays a string
  if (Array.isArray(value)) return value.map(withoutEmails) as Value // safe because each element keeps its type
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutEmails(inner)])
  return Object.fromEntries(entries) as Value // safe because each value keeps its type
}
