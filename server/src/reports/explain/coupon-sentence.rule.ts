import type { CouponDecisionFacts } from './explain.ts'

/**
 * Describes the effect of an order's or signup's coupon code in one or two sentences: which partner won and why, and
 * who lost.
 * @param winner the partner of the order or signup
 */
export function couponSentence(decision: CouponDecisionFacts, winner: string): string {
  const { code, outcome, partner, otherPartner } = decision
  const named = code === undefined ? 'The coupon code' : `The coupon code \`${code}\``
  const owned = partner === undefined ? named : `${named} of ${partner.name}`
  if (outcome === 'attributed') {
    return otherPartner === undefined
      ? `${named} attributed the customer to ${winner}.`
      : `${winner} won over ${otherPartner.name}: ${whyCodeWon(decision, otherPartner.name)}`
  }
  const lost = otherPartner?.name ?? partner?.name ?? 'the partner of the code'
  const kept = KEPT[outcome]
  if (kept !== undefined)
    return kept({ code: inWords(code), winner, lost, isOther: otherPartner !== undefined })
  return `${outcome === 'unknown_code' ? named : owned} ${couponProblemText(outcome)}.`
}

/** Returns why a coupon code had no effect, as a predicate for the code. */
export function couponProblemText(outcome: string): string {
  return PROBLEMS[outcome] ?? 'changed nothing'
}

const inWords = (code: string | undefined) =>
  code === undefined ? 'the coupon code' : `the coupon code \`${code}\``

function whyCodeWon(decision: CouponDecisionFacts, other: string): string {
  const { code, previousSource, previousWasValid } = decision
  const sent = `${inWords(code)} was used`
  const before = previousSource === 'coupon_code' ? 'earlier coupon code' : 'click'
  if (previousWasValid === false) {
    const past = previousSource === 'team' ? 'the earlier attribution to' : `the ${before} of`
    return `${sent}, and ${past} ${other} no longer counted.`
  }
  return previousSource === 'coupon_code'
    ? `${sent} last, and of two codes the later one counts in this program.`
    : `${sent}, and in this program a code takes precedence over a click.`
}

type Kept = (names: { code: string; winner: string; lost: string; isOther: boolean }) => string

const KEPT: Record<string, Kept | undefined> = {
  same_partner: ({ code, winner }) =>
    `The customer already belonged to ${winner}, whose code ${code.replace(/^the coupon code /, '')} was used.`,
  customer_bought: ({ code, winner, lost, isOther }) =>
    isOther
      ? `${winner} won over ${lost}: the customer had bought before, so ${code} changed nothing.`
      : `The customer had bought before and stays with ${winner}, so ${code} changed nothing.`,
  click_wins: ({ code, winner, lost }) =>
    `${winner} won over ${lost}: in this program a click takes precedence over a coupon code, so ${code} changed nothing.`,
  earlier_code: ({ code, winner, lost }) =>
    `${winner} won over ${lost}: in this program the first of two codes counts, so ${code} changed nothing.`,
  team_decided: ({ code, winner, lost }) =>
    `${winner} won over ${lost}: your team attributed the customer, so ${code} changed nothing.`,
}

const PROBLEMS: Record<string, string | undefined> = {
  unknown_code: 'is not an active code of this program',
  not_started: 'was not valid yet',
  expired: 'had expired',
  used_up: 'had reached its maximum number of uses',
  partner_not_approved: 'changed nothing because the partner was not approved',
  no_link: 'changed nothing because the partner has no link',
  program_closed: 'changed nothing because the program is closed to new referrals',
}
