/** Returns the different hold periods of a program's commissions in days, shortest first. */
export function listHoldDays(
  { hold_period_days }: { hold_period_days: number },
  { policies, perLead }: { policies: readonly { hold_days: number | null }[]; perLead: object | undefined },
): number[] {
  const days = [
    ...policies.map(({ hold_days }) => hold_days ?? hold_period_days),
    ...(perLead === undefined ? [] : [hold_period_days]),
  ]
  return [...new Set(days)].toSorted((a, b) => a - b)
}
