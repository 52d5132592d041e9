import type { ClickCounts } from './capture-report.ts'

/** `below`: the share of clicks with a lead is significantly lower than all other clicks' share. */
export const SHARE_COMPARISONS = ['below', 'not_below', 'too_few'] as const
export type ShareComparison = (typeof SHARE_COMPARISONS)[number]

/** Groups with fewer clicks or fewer expected leads aren't compared. */
export const MIN_CLICKS = 100
const MIN_EXPECTED = 5

/**
 * The threshold of a one-sided test at p < 0.001. It is strict because a report compares dozens of browsers and pages:
 * at p < 0.05, some would fall below it by chance.
 */
export const MAX_P_VALUE = 0.001
const Z_THRESHOLD = -3.0902

/**
 * Compares the share of a group's clicks that led to a signup with all other clicks' share, by a one-sided
 * two-proportion z-test with the pooled share.
 * @param all includes the group
 */
export function compareShare(group: ClickCounts, all: ClickCounts): ShareComparison {
  const z = shareDifference(group, {
    clicks: all.clicks - group.clicks,
    leads: all.leads - group.leads,
  })
  if (z === undefined) return 'too_few'
  return z < Z_THRESHOLD ? 'below' : 'not_below'
}

/**
 * Returns the difference between two shares in standard errors (z); negative if the first is lower. Undefined if there
 * are too few clicks for the normal approximation.
 */
export function shareDifference(a: ClickCounts, b: ClickCounts): number | undefined {
  const pooled = (a.leads + b.leads) / (a.clicks + b.clicks)
  const smaller = Math.min(a.clicks, b.clicks)
  if (smaller < MIN_CLICKS || smaller * Math.min(pooled, 1 - pooled) < MIN_EXPECTED) return undefined
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.clicks + 1 / b.clicks))
  return (a.leads / a.clicks - b.leads / b.clicks) / error
}
