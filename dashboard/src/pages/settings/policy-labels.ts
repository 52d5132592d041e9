import type { CommissionPolicy, PartnerGroup } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatRate } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'

export const POLICY_TYPES: Record<CommissionPolicy['type'], { label: string }> = {
  percent: { label: t('settings.policyTypes.percent') },
  flat: { label: t('settings.policyTypes.flat') },
}

export const POLICY_DURATIONS: Record<CommissionPolicy['duration'], { label: string }> = {
  lifetime: { label: t('settings.policyDurations.lifetime') },
  first_sale: { label: t('settings.policyDurations.firstSale') },
  months: { label: t('settings.policyDurations.months') },
}

/** Describes a policy's commission: `20% of each sale`, `$5.00 for each sale in USD`. */
export function commissionText({
  type,
  rateBps,
  amountCents,
  currency,
  commissionBase,
}: Pick<CommissionPolicy, 'type' | 'rateBps' | 'amountCents' | 'currency' | 'commissionBase'>): string {
  const less = commissionBase === 'amount' ? '' : t('settings.excludingTax')
  if (type === 'percent')
    return t('settings.rateBpsEachSaleLess', { rateBps: formatRate(rateBps ?? 0), less })
  if (amountCents === null || currency === null) throw new Error('a flat policy without an amount')
  return t('settings.amountCentsPerSaleInCurrency', {
    amountCents: formatMoney(amountCents, currency),
    currency,
  })
}

export function durationText({
  duration,
  durationMonths,
}: Pick<CommissionPolicy, 'duration' | 'durationMonths'>): string {
  switch (duration) {
    case 'lifetime':
      return t('settings.durations.lifetime')
    case 'first_sale':
      return t('settings.durations.firstSale')
    case 'months':
      return durationMonths === 1
        ? t('settings.forOneMonthFromFirst')
        : t('settings.forDurationMonthsMonthsFromFirst', { durationMonths: durationMonths ?? 0 })
  }
}

export function holdText(holdDays: number | null, programHoldDays: number): string {
  const days = holdDays ?? programHoldDays
  const text = days === 1 ? t('settings.n1Day') : t('settings.daysDays', { days })
  return holdDays === null ? t('settings.daysProgramDefault', { days: text }) : text
}

/** Describes a policy's scope for the middle of a sentence: the default, a product, a group, or both. */
export function scopeText(
  { groupId, productId }: Pick<CommissionPolicy, 'groupId' | 'productId'>,
  groups: readonly PartnerGroup[],
): string {
  if (groupId === null) return productId ?? t('settings.theDefault')
  const group = groupName(groupId, groups)
  return productId === null ? group : t('settings.groupProductId', { group, productId })
}

/** Returns the group's name, or a fallback for a deleted group. */
export function groupName(groupId: number, groups: readonly PartnerGroup[]): string {
  return groups.find(({ id }) => id === groupId)?.name ?? t('settings.anEndedGroup')
}
