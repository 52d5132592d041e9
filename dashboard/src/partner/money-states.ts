import type { NextPayout, OpenPayouts, PortalBalance } from './queries.ts'

/** Amounts by currency, in minor units. */
type Sums = Readonly<Record<string, number>>

/** A state of a partner's money with its amounts. Every amount is in exactly one state. */
export type MoneyState =
  | { kind: 'on_its_way'; sums: Sums; payouts: readonly OpenPayouts[] }
  | { kind: 'next_payout'; sums: Sums; payouts: readonly NextPayout[] }
  | { kind: 'deducted' | 'on_hold' | 'paid' | 'reversed'; sums: Sums }

/**
 * Returns the states of a partner's money in the order it is paid, without those that have no amount. An amount in a
 * created payout is on its way; the next payout is what the payout after that would pay.
 */
export function moneyStates({
  balances,
  openPayouts,
  nextPayouts,
}: {
  balances: readonly PortalBalance[]
  openPayouts: readonly OpenPayouts[]
  nextPayouts: readonly NextPayout[]
}): MoneyState[] {
  const due = nextPayouts.filter(({ amountCents }) => amountCents > 0)
  const states: MoneyState[] = [
    { kind: 'on_its_way', sums: sumsOf(openPayouts, ({ amountCents }) => amountCents), payouts: openPayouts },
    { kind: 'next_payout', sums: sumsOf(due, ({ amountCents }) => amountCents), payouts: due },
    { kind: 'deducted', sums: sumsOf(nextPayouts, ({ amountCents }) => Math.max(-amountCents, 0)) },
    { kind: 'on_hold', sums: sumsOf(balances, ({ onHoldCents }) => onHoldCents) },
    { kind: 'paid', sums: sumsOf(balances, ({ paidCents }) => paidCents) },
    { kind: 'reversed', sums: sumsOf(balances, ({ reversedCents }) => reversedCents) },
  ]
  return states.filter(({ sums }) => Object.keys(sums).length > 0)
}

/** Whether a payout waits for more than the day on which payouts are created, which is always the last entry. */
export function isBlocked({ blockers: [first] }: Pick<NextPayout, 'blockers'>): boolean {
  return first !== undefined && first.reason !== 'pay_day' && first.reason !== 'by_hand'
}

function sumsOf<Row extends { currency: string }>(rows: readonly Row[], centsOf: (row: Row) => number): Sums {
  return Object.fromEntries(
    rows.map((row) => [row.currency, centsOf(row)] as const).filter(([, cents]) => cents !== 0),
  )
}
