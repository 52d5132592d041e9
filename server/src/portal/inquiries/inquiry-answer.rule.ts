import type { Language } from '../../core/enums.ts'
import { amountText, instantText } from '../../core/i18n/format.rule.ts'
import { type MessageArgs, message } from '../../core/i18n/message.rule.ts'
import type { Conclusion, ConclusionFacts, Reason } from '../../reports/explain/explain.ts'
import { INQUIRY_REASONS, type InquiryAnswerKind, type InquiryReason } from './claim.ts'

/** The result of an inquiry about an order. */
export interface PresentedAnswer {
  answer: InquiryAnswerKind
  /** Null if nothing about the order may be revealed. */
  reason: InquiryReason | null
  text: string
}

/** The result for every order that isn't the partner's, whether it exists or not. */
export const unknownOrderAnswer = (language: Language): PresentedAnswer => ({
  answer: 'not_yours_or_unknown',
  reason: null,
  text: message(language, 'answer.unknown'),
})

/**
 * Returns the result of an inquiry about an order (D53). Other partners' orders, and reasons that partners may not see,
 * look exactly like unknown orders, so guessing IDs reveals nothing.
 * @param timeZone the program's, for timestamps
 */
export function ownAnswer(
  { reason, facts }: Conclusion,
  { partnerId, timeZone, language }: { partnerId: number; timeZone: string; language: Language },
): PresentedAnswer {
  if (facts.partner?.id !== partnerId || !isOwnReason(reason)) return unknownOrderAnswer(language)
  return { answer: ANSWERS[reason], reason, text: answerText(reason, facts, { timeZone, language }) }
}

function isOwnReason(reason: Reason): reason is InquiryReason {
  return INQUIRY_REASONS.some((one) => one === reason)
}

const ANSWERS: Record<InquiryReason, InquiryAnswerKind> = {
  paid: 'paid',
  in_payout: 'on_its_way',
  awaiting_payout: 'on_its_way',
  awaiting_partner: 'on_its_way',
  on_hold: 'on_hold',
  awaiting_review: 'on_hold',
  refunded_after_payment: 'reversed',
  refunded: 'reversed',
  disputed: 'reversed',
  duplicate_payment: 'reversed',
  commission_rejected: 'reversed',
  commission_ended: 'not_paid',
  commission_first_sale_only: 'not_paid',
  no_policy_for_currency: 'not_paid',
  zero_commission: 'not_paid',
  window_closed: 'not_paid',
  click_without_signup: 'not_paid',
  inactive_link: 'not_paid',
}

/** Returns whether a claim makes sense: only for an order that is unpaid or unknown. */
export function canClaim(answer: InquiryAnswerKind): boolean {
  return !PAID_ANSWERS.has(answer)
}

const PAID_ANSWERS: ReadonlySet<InquiryAnswerKind> = new Set<InquiryAnswerKind>([
  'paid',
  'on_its_way',
  'on_hold',
  'reversed',
])

function answerText(
  reason: InquiryReason,
  facts: ConclusionFacts,
  { timeZone, language }: { timeZone: string; language: Language },
): string {
  const { currency, commissionCents = 0, initialCents, paidCents = 0 } = facts
  const money = (cents: number | undefined) =>
    cents === undefined || currency === undefined
      ? message(language, 'answer.unknownAmount')
      : amountText(language, cents, currency)
  const at = (iso: string | undefined) =>
    iso === undefined ? message(language, 'answer.unknownDate') : instantText(language, iso, timeZone)
  const args: MessageArgs = {
    earned: money(facts.commissionCents),
    made: money(initialCents),
    paid: money(paidCents),
    rest: money(Math.abs(commissionCents - paidCents)),
    paidAt: facts.paidAt === undefined ? 'none' : at(facts.paidAt),
    firstSaleAt: facts.firstSaleAt === undefined ? 'none' : at(facts.firstSaleAt),
    holdUntil: at(facts.holdUntil),
    clickedAt: at(facts.clickedAt),
    months: facts.durationMonths ?? 0,
    days: facts.windowDays ?? 0,
    currency: currency ?? message(language, 'answer.unknownCurrency'),
  }
  const isPaidInPart = paidCents > 0 && paidCents < commissionCents
  const isPartlyRefunded =
    facts.refundedCents !== undefined && initialCents !== undefined && commissionCents < initialCents
  const earnedMessage = isPartlyRefunded ? 'answer.earned.partlyRefunded' : 'answer.earned'
  switch (reason) {
    case 'in_payout':
    case 'awaiting_payout':
    case 'awaiting_partner': {
      const where = isPaidInPart ? (`answer.${reason}.part` as const) : (`answer.${reason}` as const)
      return `${message(language, earnedMessage, args)} ${message(language, where, args)}`
    }
    case 'paid':
    case 'on_hold':
    case 'awaiting_review':
      return `${message(language, earnedMessage, args)} ${message(language, `answer.${reason}`, args)}`
    case 'refunded_after_payment':
      // As long as the full amount is paid, no payout has deducted anything yet.
      return paidCents === initialCents
        ? message(language, 'answer.refunded_after_payment', args)
        : message(language, 'answer.refunded_after_payment.again', args)
    case 'window_closed':
      return message(language, `answer.window.${closedWindow(facts)}`, {
        ...args,
        start: message(language, 'answer.window.start', {
          source: facts.attributionSource ?? 'click',
          at: at(facts.clickedAt),
        }),
      })
    default:
      return message(language, `answer.${reason}`, args)
  }
}

/**
 * Describes the closed window. The one in force when the order arrived may differ from the current one, or may have
 * ended since.
 */
function closedWindow({ windowDays, windowDaysNow, isClosedSince }: ConclusionFacts) {
  if (isClosedSince === true) return 'since'
  if (windowDaysNow === undefined) return 'same'
  return windowDays === undefined ? 'shorter' : 'then'
}
