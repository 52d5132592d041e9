import { DAY_MS } from '../../core/time/time.ts'
import type { Month } from './retention.ts'

export interface ClickKeeping {
  /** The program's own; null goes by the installation's. */
  retentionMonths: number | null
  attributionWindowDays: number
}

/** A call that is decided late, or by another clock, still finds the click of the window's last day. */
const MARGIN_DAYS = 1

/**
 * Clicks received before this instant are older than they are kept: a first of a month, in UTC. The month of `now` stays,
 * and so many whole months before it; whatever the setting, no month goes whose clicks the attribution window may still
 * ask for.
 * @param installationMonths undefined keeps for ever
 * @returns undefined: they are kept for ever
 */
export function dueBefore(
  { retentionMonths, attributionWindowDays }: ClickKeeping,
  installationMonths: number | undefined,
  now: Date,
): Date | undefined {
  const months = retentionMonths ?? installationMonths
  if (months === undefined) return undefined
  const bySetting = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)
  const needed = new Date(now.getTime() - (attributionWindowDays + MARGIN_DAYS) * DAY_MS)
  const byWindow = Date.UTC(needed.getUTCFullYear(), needed.getUTCMonth())
  return new Date(Math.min(bySetting, byWindow))
}

/** The month that holds an instant. */
export function monthOf(instant: Date): Month {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()]
  const from = new Date(Date.UTC(year, month))
  return { name: from.toISOString().slice(0, 7), from, to: new Date(Date.UTC(year, month + 1)) }
}

/** The months of these instants that end by `before`, each once, the oldest first. */
export function monthsOf(instants: readonly Date[], before: Date): Month[] {
  const months = new Map(instants.map((instant) => [monthOf(instant).name, monthOf(instant)]))
  return [...months.values()]
    .filter(({ to }) => to <= before)
    .sort((one, other) => one.from.getTime() - other.from.getTime())
}

export function isDue(month: Month, before: Date | undefined): boolean {
  return before !== undefined && month.to <= before
}
