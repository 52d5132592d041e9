/**
 * What stands below the amounts on hold. A hold that is over does not make an amount due where the program approves by
 * hand: it waits for that.
 * @param holds when the next hold of each currency ends
 */
export function onHoldNote(
  holds: readonly string[],
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const [next] = holds.toSorted()
  if (next === undefined) return 'Until its hold ends'
  if (Date.parse(next) <= now) return 'Some of it waits for approval'
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone }).format(new Date(next))
  return `The next hold ends on ${day}`
}
