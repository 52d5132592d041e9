import type { EventDetails } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatRate } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { lacksSignup } from './provisional-badge.tsx'

type Policy = NonNullable<EventDetails['policy']>

/** Explains in one sentence why a commission was or wasn't created. */
export function explainEarning({ event, commissionReason, policy }: EventDetails): string {
  switch (commissionReason) {
    case 'test_event':
      return t('events.explainEarning.testEvent')
    case 'click':
      return t('events.explainEarning.click')
    case 'provisional_lead':
      return lacksSignup(event)
        ? t('events.explainEarning.noSignupSent')
        : t('events.explainEarning.provisionalLead')
    case 'per_lead_commission':
      return t('events.explainEarning.perLeadCommission')
    case 'no_per_lead_commission':
      return t('events.explainEarning.noPerLeadCommission')
    case 'policy':
      return policy === null
        ? t('events.basedOnPolicyInEffect')
        : t('events.triggerUnderPolicyNameWhichPays', {
            trigger: trigger(policy, event),
            policyName: policyName(policy),
            duration: durationText(policy),
          })
    case 'past_duration':
      return policy === null
        ? t('events.noCommissionSaleCameAfter')
        : t('events.noCommissionPolicyNamePaysDuration', {
            policyName: policyName(policy),
            duration: durationText(policy),
          })
    case 'no_matching_policy':
      return t('events.explainEarning.noMatchingPolicy')
  }
}

function trigger(policy: Policy, event: EventDetails['event']): string {
  if (policy.rateBps !== null && event.type === 'sale' && event.amountCents !== null) {
    const { amountCents, taxAmountCents, currency } = event
    const base = policy.baseCents ?? amountCents
    const deductionText =
      base === amountCents
        ? ''
        : ` ${t('events.amountCentsMinusTaxAmountCentsTax', { amountCents: formatMoney(amountCents, currency), taxAmountCents: formatMoney(taxAmountCents ?? 0, currency) })}`
    return t('events.rateBaseLess', {
      rate: formatRate(policy.rateBps),
      base: formatMoney(base, currency),
      less: deductionText,
    })
  }
  if (policy.amountCents !== null && policy.currency !== null) {
    return t('events.amountPerSale', { amount: formatMoney(policy.amountCents, policy.currency) })
  }
  return t('events.paid')
}

function policyName({ productId, version }: Policy): string {
  const name =
    productId === null
      ? t('events.theDefaultPolicy')
      : t('events.thePolicyForProductProductId', { productId })
  return t('events.nameVersionVersion', { name, version })
}

function durationText({ duration, durationMonths }: Policy): string {
  switch (duration) {
    case 'lifetime':
      return t('events.durations.lifetime')
    case 'first_sale':
      return t('events.durations.firstSale')
    case 'months':
      return t('events.durations.months', { durationMonths: durationMonths ?? 0 })
  }
}
