import { DAY_MS } from '../../core/time/time.ts'
import type { Month } from './retention.ts'

export interface ClickRetention {
  /** The program's setting; null uses the installation's. */
  retentionMonths: number | null
  attributionWindowDays: number
}

/** Margin for requests that are processed late, or by another clock, on the last day of the window. */
const MARGIN_DAYS = 1

/**
 * Returns the time before which clicks are due: the start of a month in UTC. Keeps the current month, that many
 * complete months before it, and every month within the attribution window.
 * @param installationMonths undefined keeps clicks forever
 * @returns undefined to keep them forever
 */
export function dueBefore(
  { retentionMonths, attributionWindowDays }: ClickRetention,
  installationMonths: number | undefined,
  now: Date,
): Date | undefined {
  const months = retentionMonths ?? installationMonths
  if (months === undefined) return undefined
  const retentionStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)
  const needed = new Date(now.getTime() - (attributionWindowDays + MARGIN_DAYS) * DAY_MS)
  const windowStart = Date.UTC(needed.getUTCFullYear(), needed.getUTCMonth())
  return new Date(Math.min(retentionStart, windowStart))
}

export function toMonth(instant: Date): Month {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()]
  const from = new Date(Date.UTC(year, month))
  return { name: from.toISOString().slice(0, 7), from, to: new Date(Date.UTC(year, month + 1)) }
}

/** Returns the distinct months that contain these times and end by `before`, oldest first. */
export function listMonths(instants: readonly Date[], before: Date): Month[] {
  const months = new Map(instants.map((instant) => [toMonth(instant).name, toMonth(instant)]))
  return [...months.values()]
    .filter(({ to }) => to <= before)
    .sort((a, b) => a.from.getTime() - b.from.getTime())
}

export function isDue(month: Month, before: Date | undefined): boolean {
  return before !== undefined && month.to <= before
}
