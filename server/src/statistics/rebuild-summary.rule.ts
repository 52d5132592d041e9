export interface RebuiltProgram {
  program_id: number
  /** Determines the local days of the program. */
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
export function rebuildSummary(rebuilt: RebuiltProgram[], day?: string): string {
  const [first] = rebuilt
  if (first === undefined) return 'There are no programs yet. Nothing was rebuilt.'
  const who = rebuilt.length === 1 ? `program ${first.program_id}` : `${rebuilt.length} programs`
  const days = rebuilt.reduce((sum, program) => sum + program.days, 0)
  const before = rebuilt.reduce((sum, program) => sum + program.days_before, 0)
  if (days > 0) {
    if (day !== undefined) return `Rebuilt the statistics of ${day} for ${who}.`
    const previously = days === before ? '' : ` (previously ${countOf(before)})`
    return `Rebuilt ${countOf(days)} of statistics for ${who}${previously}.`
  }
  const when = day === undefined ? '' : ` on ${day} (${first.time_zone})`
  const then = before > 0 ? `Removed the statistics of ${countOf(before)}` : 'Nothing was rebuilt'
  return `No events to count for ${who}${when}. ${then}.`
}

function countOf(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
