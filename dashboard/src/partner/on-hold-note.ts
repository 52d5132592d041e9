import { interfaceLanguage } from '../messages/message.ts'
import { t } from '../messages/portal-text.ts'

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
  if (next === undefined) return t('onHoldNote.untilHoldPeriodEnds')
  if (Date.parse(next) <= now) return t('onHoldNote.partItIsWaitingFor')
  const day = new Intl.DateTimeFormat(interfaceLanguage(), { dateStyle: 'medium', timeZone }).format(
    new Date(next),
  )
  return t('onHoldNote.nextHoldEndsOnDay', { day })
}
