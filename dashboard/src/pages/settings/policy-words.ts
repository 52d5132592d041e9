import type { CommissionPolicy, PartnerGroup } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount, formatRate } from '../../format/number.ts'

export const POLICY_TYPES: Record<CommissionPolicy['type'], { label: string }> = {
  percent: { label: 'Share of the sale' },
  flat: { label: 'Fixed amount' },
}

export const POLICY_DURATIONS: Record<CommissionPolicy['duration'], { label: string }> = {
  lifetime: { label: 'For as long as the customer buys' },
  first_sale: { label: 'For the first sale only' },
  months: { label: 'For a number of months' },
}

/** What a policy pays: `20% of each sale`, `$5.00 for each sale in USD`. */
export function payWords({ type, rateBps, amountCents, currency, commissionBase }: CommissionPolicy): string {
  const less = commissionBase === 'amount' ? '' : ', less tax'
  if (type === 'percent') return `${formatRate(rateBps ?? 0)} of each sale${less}`
  if (amountCents === null || currency === null) throw new Error('a flat policy without an amount')
  return `${formatMoney(amountCents, currency)} for each sale in ${currency}`
}

export function durationWords({ duration, durationMonths }: CommissionPolicy): string {
  switch (duration) {
    case 'lifetime':
      return 'for as long as the customer buys'
    case 'first_sale':
      return 'for the first sale only'
    case 'months':
      return durationMonths === 1
        ? 'for one month from the first sale'
        : `for ${formatCount(durationMonths ?? 0)} months from the first sale`
  }
}

export function holdWords(holdDays: number | null, programHoldDays: number): string {
  const days = holdDays ?? programHoldDays
  const words = days === 1 ? '1 day' : `${formatCount(days)} days`
  return holdDays === null ? `${words} (as the program)` : words
}

/** What a policy is for, in a sentence's middle: the default, a product, a group, or both of these. */
export function scopeWords(
  { groupId, productId }: Pick<CommissionPolicy, 'groupId' | 'productId'>,
  groups: readonly PartnerGroup[],
): string {
  if (groupId === null) return productId ?? 'the default'
  const group = groupName(groupId, groups)
  return productId === null ? group : `${group} for ${productId}`
}

/** A group that was ended has no name any more that anybody reads. */
export function groupName(groupId: number, groups: readonly PartnerGroup[]): string {
  return groups.find(({ id }) => id === groupId)?.name ?? 'a former group'
}
