import { formatTimeZone } from '../format/date.ts'
import { t } from '../messages/team-text.ts'
import { useProgram } from '../session/use-program.ts'

/** States the time zone of the dates above. */
export function TimeZoneNote() {
  const { timeZone } = useProgram()
  return (
    <p className="mt-8 text-[0.8125rem] text-ink-3">
      {t('shell.allDaysAndTimesAre', { timeZone: formatTimeZone(timeZone, Date.now()) })}
    </p>
  )
}
