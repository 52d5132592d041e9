import type { EventDetails } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatRate } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'

type Policy = NonNullable<EventDetails['policy']>

/** Why there is a commission, or none, in one sentence. */
export function explainEarning({ event, commissionReason, policy }: EventDetails): string {
  switch (commissionReason) {
    case 'test_event':
      return t('events.explainEarning.testEvent')
    case 'click':
      return t('events.explainEarning.click')
    case 'provisional_lead':
      return t('events.explainEarning.provisionalLead')
    case 'per_lead_commission':
      return t('events.explainEarning.perLeadCommission')
    case 'no_per_lead_commission':
      return t('events.explainEarning.noPerLeadCommission')
    case 'policy':
      return policy === null
        ? t('events.byThePolicyIn')
        : t('events.byWhichPays', {
            earnedBy: earnedBy(policy, event),
            policyName: policyName(policy),
            durationWords: durationWords(policy),
          })
    case 'past_duration':
      return policy === null
        ? t('events.itCameAfterThe')
        : t('events.nonePaysAndThis', {
            policyName: policyName(policy),
            durationWords: durationWords(policy),
          })
    case 'no_matching_policy':
      return t('events.explainEarning.noMatchingPolicy')
  }
}

function earnedBy(policy: Policy, event: EventDetails['event']): string {
  if (policy.rateBps !== null && event.type === 'sale' && event.amountCents !== null) {
    const { amountCents, taxAmountCents, currency } = event
    const base = policy.baseCents ?? amountCents
    const less =
      base === amountCents
        ? ''
        : ` ${t('events.lessTax', { amountCents: formatMoney(amountCents, currency), taxAmountCents: formatMoney(taxAmountCents ?? 0, currency) })}`
    return t('events.of', { rate: formatRate(policy.rateBps), base: formatMoney(base, currency), less })
  }
  if (policy.amountCents !== null && policy.currency !== null) {
    return t('events.aSale', { amount: formatMoney(policy.amountCents, policy.currency) })
  }
  return t('events.paid')
}

function policyName({ productId, version }: Policy): string {
  const name =
    productId === null ? t('events.theDefaultPolicy') : t('events.thePolicyForProduct', { productId })
  return t('events.version', { name, version })
}

function durationWords({ duration, durationMonths }: Policy): string {
  switch (duration) {
    case 'lifetime':
      return t('events.durationWords.lifetime')
    case 'first_sale':
      return t('events.durationWords.firstSale')
    case 'months':
      return t('events.durationWords.months', { durationMonths: durationMonths ?? 0 })
  }
}
