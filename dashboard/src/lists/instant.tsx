import { formatInstant } from '../format/date.ts'
import { useProgram } from '../session/use-program.ts'

/** A time in the program's time zone; nothing if there is none. */
export function Instant({ at }: { at: string | null }) {
  const { timeZone } = useProgram()
  return at === null ? null : formatInstant(at, timeZone)
}
