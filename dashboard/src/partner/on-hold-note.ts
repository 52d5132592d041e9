import { interfaceLanguage } from '../messages/message.ts'
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
  const day = new Intl.DateTimeFormat(interfaceLanguage(), { dateStyle: 'medium', timeZone }).format(
    new Date(next),
  )
  return t('onHoldNote.nextHoldEndsOnDay', { day })
}
