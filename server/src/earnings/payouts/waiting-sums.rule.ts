import { exclusionReason } from './next-payout.rule.ts'
import type { BalanceGroup, WaitingSum } from './waiting-sum.ts'

/** Sums the balances that a batch excludes, by reason and currency, with each sum's first partners. */
export function waitingSums(groups: readonly BalanceGroup[], partners: number): WaitingSum[] {
  const sums = new Map<string, WaitingSum>()
  for (const group of groups) {
    const { currency } = group
    const reason = exclusionReason(group)
    if (reason === null) continue
    const before = sums.get(`${reason} ${currency}`)
    const ids = [...(before?.partner_ids ?? []), ...group.partner_ids].sort((a, b) => a - b)
    sums.set(`${reason} ${currency}`, {
      reason,
      currency,
      partners: (before?.partners ?? 0) + group.partners,
      partner_ids: ids.slice(0, partners),
      owed_cents: (BigInt(before?.owed_cents ?? 0) + BigInt(group.owed_cents)).toString(),
    })
  }
  return [...sums.values()]
}
