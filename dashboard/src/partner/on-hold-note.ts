import { formatInstantDay } from '../format/date.ts'
import { t } from '../messages/portal-text.ts'

/**
 * Returns the note below the amounts on hold. If the program approves manually, the end of a hold doesn't
 * make an amount due.
 * @param holds when the next hold of each currency ends
 */
export function onHoldNote(
  holds: readonly string[],
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const [next] = holds.toSorted()
  if (next === undefined) return t('onHoldNote.untilHoldPeriodEnds')
  if (Date.parse(next) <= now) return t('onHoldNote.partItIsWaitingFor')
  return t('onHoldNote.nextHoldEndsOnDay', { day: formatInstantDay(next, timeZone) })
}
