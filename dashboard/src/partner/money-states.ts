import type { NextPayout, OpenPayouts, PortalBalance } from './queries.ts'

/** Amounts by currency, in minor units. */
type Sums = Readonly<Record<string, number>>

/** A state of a partner's money with its amounts. Every amount is in exactly one state. */
export type MoneyState =
  | { kind: 'on_its_way'; sums: Sums; payouts: readonly OpenPayouts[] }
  | { kind: 'next_payout' | 'blocked'; sums: Sums; payouts: readonly NextPayout[] }
  | { kind: 'deducted' | 'on_hold' | 'paid' | 'reversed'; sums: Sums }

/**
 * Returns the states of a partner's money in the order it is paid, omitting states without an amount. An amount in a
 * created payout is on its way; the next payout is what the payout after that would pay. Without payout details, the
 * program can't send either, so both are blocked.
 */
export function moneyStates({
  balances,
  hasPayoutDetails,
  openPayouts,
  nextPayouts,
}: {
  balances: readonly PortalBalance[]
  hasPayoutDetails: boolean
  openPayouts: readonly OpenPayouts[]
  nextPayouts: readonly NextPayout[]
}): MoneyState[] {
  const duePayouts = nextPayouts.filter(({ amountCents }) => amountCents > 0)
  const blocked = duePayouts.filter((payout) => !hasPayoutDetails || isBlocked(payout))
  const payable = duePayouts.filter((payout) => !blocked.includes(payout))
  const onItsWay = hasPayoutDetails ? openPayouts : []
  const unsent = hasPayoutDetails ? [] : openPayouts
  const getAmount = ({ amountCents }: { amountCents: number }) => amountCents
  const states: MoneyState[] = [
    { kind: 'on_its_way', sums: sumByCurrency(onItsWay, getAmount), payouts: onItsWay },
    { kind: 'next_payout', sums: sumByCurrency(payable, getAmount), payouts: payable },
    { kind: 'blocked', sums: sumByCurrency([...unsent, ...blocked], getAmount), payouts: blocked },
    { kind: 'deducted', sums: sumByCurrency(nextPayouts, ({ amountCents }) => Math.max(-amountCents, 0)) },
    { kind: 'on_hold', sums: sumByCurrency(balances, ({ onHoldCents }) => onHoldCents) },
    { kind: 'paid', sums: sumByCurrency(balances, ({ paidCents }) => paidCents) },
    { kind: 'reversed', sums: sumByCurrency(balances, ({ reversedCents }) => reversedCents) },
  ]
  return states.filter(({ sums }) => Object.keys(sums).length > 0)
}

/**
 * Returns whether anything besides the next payout day delays a payout. That day is always the last entry. A pending
 * change to the payout details doesn't delay it, because the previous details are used until then.
 */
export function isBlocked({ blockers: [first] }: Pick<NextPayout, 'blockers'>): boolean {
  return first !== undefined && !NOT_BLOCKING.includes(first.reason)
}

/** Returns whether a payout is waiting only for payout details. */
export function lacksOnlyDetails({ blockers }: Pick<NextPayout, 'blockers'>): boolean {
  const blocking = blockers.filter(({ reason }) => !NOT_BLOCKING.includes(reason))
  return blocking.length > 0 && blocking.every(({ reason }) => reason === 'details_missing')
}

const NOT_BLOCKING: readonly NextPayout['blockers'][number]['reason'][] = [
  'pay_day',
  'by_hand',
  'details_change',
]

function sumByCurrency<Row extends { currency: string }>(
  rows: readonly Row[],
  getCents: (row: Row) => number,
): Sums {
  const sums: Record<string, number> = {}
  for (const row of rows) sums[row.currency] = (sums[row.currency] ?? 0) + getCents(row)
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}
