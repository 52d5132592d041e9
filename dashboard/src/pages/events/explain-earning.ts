import type { EventDetails } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatRate } from '../../format/number.ts'

type Policy = NonNullable<EventDetails['policy']>

/** Why there is a commission, or none, in one sentence. */
export function explainEarning({ event, commissionReason, policy }: EventDetails): string {
  switch (commissionReason) {
    case 'test_event':
      return 'Test events never earn a commission.'
    case 'click':
      return 'A click earns nothing by itself; what its visitor buys does.'
    case 'provisional_lead':
      return 'The lead is provisional: it counts, and pays, once your server or a payment confirms it.'
    case 'per_lead_commission':
      return 'The commission per lead that the program paid at the time.'
    case 'no_per_lead_commission':
      return 'The program paid nothing per lead at the time.'
    case 'policy':
      return policy === null
        ? 'By the policy in force at the time.'
        : `${earnedBy(policy, event)} by ${policyName(policy)}, which pays ${durationWords(policy)}.`
    case 'past_duration':
      return policy === null
        ? 'It came after the time its policy pays for.'
        : `None: ${policyName(policy)} pays ${durationWords(policy)}, and this sale came later.`
    case 'no_matching_policy':
      return 'None: no policy of the program spoke of sales in this currency.'
  }
}

function earnedBy(policy: Policy, event: EventDetails['event']): string {
  if (policy.rateBps !== null && event.type === 'sale' && event.amountCents !== null) {
    const { amountCents, taxAmountCents, currency } = event
    const base = policy.baseCents ?? amountCents
    const less =
      base === amountCents
        ? ''
        : ` (${formatMoney(amountCents, currency)} less ${formatMoney(taxAmountCents ?? 0, currency)} tax)`
    return `${formatRate(policy.rateBps)} of ${formatMoney(base, currency)}${less}`
  }
  if (policy.amountCents !== null && policy.currency !== null) {
    return `${formatMoney(policy.amountCents, policy.currency)} a sale`
  }
  return 'Paid'
}

function policyName({ productId, version }: Policy): string {
  const name = productId === null ? 'the default policy' : `the policy for product “${productId}”`
  return `${name} (version ${version})`
}

function durationWords({ duration, durationMonths }: Policy): string {
  switch (duration) {
    case 'lifetime':
      return 'for as long as the customer buys'
    case 'first_sale':
      return 'for the first sale only'
    case 'months':
      return `for ${durationMonths ?? 0} months from the first sale`
  }
}
