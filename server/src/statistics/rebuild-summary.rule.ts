export interface RebuiltProgram {
  program_id: number
  /** Determines the program's local days. */
  time_zone: string
  /** The number of local days with events. It is 0 or 1 for a single day. */
  days: number
  /** The number of days that had statistics before. */
  days_before: number
}

/**
 * Returns a summary for the operator.
 * @param day the local day (`YYYY-MM-DD`), if only one was rebuilt
 */
export function rebuildSummary(rebuiltPrograms: RebuiltProgram[], day?: string): string {
  const [first] = rebuiltPrograms
  if (first === undefined) return 'There are no programs yet. Nothing was rebuilt.'
  const subject =
    rebuiltPrograms.length === 1 ? `program ${first.program_id}` : `${rebuiltPrograms.length} programs`
  const days = rebuiltPrograms.reduce((sum, program) => sum + program.days, 0)
  const before = rebuiltPrograms.reduce((sum, program) => sum + program.days_before, 0)
  if (days > 0) {
    if (day !== undefined) return `Rebuilt the statistics of ${day} for ${subject}.`
    const previously = days === before ? '' : ` (previously ${formatDays(before)})`
    return `Rebuilt ${formatDays(days)} of statistics for ${subject}${previously}.`
  }
  const dayText = day === undefined ? '' : ` on ${day} (${first.time_zone})`
  const result = before > 0 ? `Removed the statistics for ${formatDays(before)}` : 'Nothing was rebuilt'
  return `No events to count for ${subject}${dayText}. ${result}.`
}

function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
