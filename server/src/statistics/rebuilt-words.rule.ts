/** A program whose statistics were rebuilt. */
export interface RebuiltProgram {
  program_id: number
  /** Its local days are those of this time zone. */
  time_zone: string
  /** On how many local days something counts, by its events; of one day 1 or 0. */
  days: number
  /** How many days had statistics before. */
  days_before: number
}

/** What is said to whoever had statistics rebuilt: of all days, or of one local day (`YYYY-MM-DD`). */
export function rebuiltWords(rebuilt: RebuiltProgram[], day?: string): string {
  const [first] = rebuilt
  if (first === undefined) return 'There is no program yet: there is nothing to rebuild.'
  const who = rebuilt.length === 1 ? `program ${first.program_id}` : `${rebuilt.length} programs`
  const days = rebuilt.reduce((sum, program) => sum + program.days, 0)
  const before = rebuilt.reduce((sum, program) => sum + program.days_before, 0)
  if (days > 0) {
    if (day !== undefined) return `Rebuilt ${day} in the statistics of ${who}.`
    return `Rebuilt the statistics of ${who}: of ${countOf(days)}${days === before ? '' : `, where there were ${before}`}.`
  }
  const when = day === undefined ? '' : ` on ${day}, a day of ${first.time_zone}`
  const then =
    before > 0
      ? `the statistics of ${countOf(before)} that stood there are gone`
      : 'there was nothing to rebuild'
  return `Nothing counts in ${who}${when}: ${then}.`
}

function countOf(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
